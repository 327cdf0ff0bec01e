"""Best play: both sides' decisions solved for, by backward induction."""
