"""The rulebook of Warsaw 1920: each paragraph and the chapter that holds it.

- 2 Components: the tables of the title. 3 Set-up: `setup`; control of hexes (3.4) is kept by the state.
- 4 Victory: `victory`.
- 5 Sequence of play: `sequence`; the counterattack order of turn 3 (5.3): `reinforcements`.
- 6 Stacking: `stacking`, asked in `queries`, refused in `bars`. Fog of war (6.3): knowledge.
- 7 Zones of control: `queries`; what they stop: `movement`, `retreat`.
- 8 Russian supply and resupply (8.3): `supply`. Liberated cities (8.4): the state.
- 9 Reinforcements: `reinforcements`.
- 10 Movement: `movement`; rout (10.4.2): `retreat`; closed lands (10.5): `bars`.
- 11 Combat: `combat`; odds and modifiers (11.5 to 11.8): `strength`; retreat (11.10): `retreat`.
- 12 Refit, surrender, isolation: `refit`.
- Who is asked: `seats`.
"""
