"""24.0 Optional rules, a module each, asked through small questions; three players (24.2) are in `partners`."""
