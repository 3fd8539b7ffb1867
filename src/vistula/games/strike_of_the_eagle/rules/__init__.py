"""The rulebook of Strike of the Eagle: each paragraph and the chapter that holds it.

- 1 The map and control (1.3): `queries`; depots and clear paths (1.31): `depots`; fronts (1.1): `sequence`. Blocks that
  enter later (1.4): `arrivals`.
- 2 Blocks: the changes of the title; detaching brigades (2.2): `detachment`.
- 3 Order tokens (3.1): `tokens`; cards (3.4): `card_draw` and the folder of cards.
- 4 Set-up: `setup`, `arrivals`. 5 Progression: `sequence`.
- 6 Drawing cards: `card_draw`; initiative (6.1): `initiative`.
- 7.1 Cards of a phase: `commitment`.
- 7.2 Placing orders: `orders`; who can carry them out: `executors`; withdrawing: `withdraw`.
- 7.3 Execution: `execution`; movement (7.31, 7.32) `movement`; stacking (7.33) `stacking`; attack directions, primary
  and flank (7.34) `flanks`.
- 7.4 Battles, losses (7.41.5) and what was seen: `battle`; Combat Values (7.41.3) `strength`; retreat (7.42) `retreat`;
  advance (7.43) `advance`; cards in battle: the folder of cards.
- 7.5 Reorganization: `reorganization`. 7.6 Rail Transport: `rail_transport`.
- 7.7 Supply: `supply`. 7.8 Victory points: `victory`. 7.9 End of a phase: `sequence`.
- 8 Reinforcement: `reinforcement`; cubes (8.3 to 8.5): `cubes`.
- 9 Leaders: `leaders`; what they can order: `leader_orders`; the closing round before battles: `execution`.
- 10 Three and four players: `sequence`, `orders`; who is asked: `seats`. What several chapters exclude: `bars`.
"""
