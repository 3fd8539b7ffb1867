"""What the computer players value in How the West was Saved, and how they plan its marches and attacks.

`doctrine` holds the weights, `stacks` what an attack promises, `survey` the situation as one side sees it, `marches`
who goes where, `answers` and `logistics` every decision, `choices` the officer who makes them, `worth` how good a
position is, `approaches` what a captain compares.
"""
