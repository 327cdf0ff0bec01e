"""Maps of the boards: the picture of the graph."""
