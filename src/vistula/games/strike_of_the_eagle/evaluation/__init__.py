"""What the computer players value in Strike of the Eagle, and how they plan orders and battles.

`doctrine` has the weights, `fights` what a battle promises, `survey` the situation as one side sees it, `trial` and
`draft` who would execute which order, `orders` which order is worth most, `moves`, `battles`, `cards`, `reactions` and
`rear` every other question, `choices` the officer who answers them, `worth` how good a position is, `courses` what a
captain compares.
"""
