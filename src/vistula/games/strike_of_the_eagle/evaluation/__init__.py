"""What the computer players value in Strike of the Eagle, and how they plan orders and battles.

`doctrine` has the weights, `fights` what a battle promises, `survey` the situation as one side sees it, `trial` and
`scheme` who would execute which order, `orders` which order is worth most, `moves`, `battles`, `cards` and `reactions`
every other question, `scoring` what an answer looks like, `choices` the officer who gives it, `worth` how good a
position is, `approaches` what a captain compares.
"""
