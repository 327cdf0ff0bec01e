"""The map maker: public-domain geography and a board's graph in, one TopoJSON per board out."""
