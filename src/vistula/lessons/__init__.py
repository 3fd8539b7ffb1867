"""Lessons: a position, what to do in it and why, on the real rules.

A lesson is data in its title's folder (`lesson`); a learner goes through it (`learner`). Nothing here knows a rule: a
lesson can only ask for what the game offers.
"""
