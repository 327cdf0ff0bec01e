"""What whoever runs a server can see of it: logs, metrics, health."""
