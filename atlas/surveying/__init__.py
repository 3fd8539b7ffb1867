"""From geography to hexes: the layers of `atlas/layers` laid on the grid of a game."""
