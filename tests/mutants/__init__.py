"""Proof that the proof bites: code that cites a rule is changed, and the tests named for that rule must notice."""
