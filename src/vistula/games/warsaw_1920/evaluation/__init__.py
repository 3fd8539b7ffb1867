"""What the computer players value in Warsaw 1920, and how they plan its moves and attacks.

`ground` holds what never changes, `doctrine` the weights, `survey` the situation as one side sees it, `chances` what an
attack is worth, `assault` which attacks to make, `marches` who goes where, `choices` every other decision, `worth` how
good a position is.
"""
