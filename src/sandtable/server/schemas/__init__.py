"""What goes over the wire, each message a model. docs/protocol.md tells how they are used."""
