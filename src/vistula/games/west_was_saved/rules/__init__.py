"""The rulebook of How the West was Saved: each paragraph and the chapter that holds it.

- 1 Components and terms: facing (1.2) `facing`, stacks and ground (1.2, 1.3) `queries`, deployment (1.4) `setup`,
  blank counters and the order of stacks `arrange`.
- 2 Sequence (2.1): `sequence`. Winning (2.2): `victory`.
- 3 Random events: `events`; what cards do: the folder of cards.
- 4 Resource points: `resources`.
- 5 Depots: `depots`; lines of supply (5.2): `supply_lines`.
- 6 Supply: `supply`, `supply_lines`.
- 7 Combat unit movement: inspection, markers and turns (7.1, 7.3) `activation`, who begins `alternation`, one order
  (7.1, 7.2) `orders`, who may get one `ordering`, the way (7.4 to 7.6) `movement`.
- 8 Command units: `command`.
- 9 Combat: `combat`; avoiding (9.1) `avoidance`; who attacks what (9.2) `engagement`, one attack `attack`; values
  (9.3) `strength`; combat outcomes (9.3 to 9.5) `outcomes`; hits (9.4) `losses`; retreat (9.5) `retreat`, advance
  `advance`; commanders (9.6) `attack`.
- 10 Restoration, with capitals (13.6): `restoration`.
- 11 Re-deployment: `redeployment`.
- 12 Reinforcements: `reinforcements`.
- 13 Special rules: areas of command (13.1) and Lithuania, Ukraine (13.3, 13.4) `command`, `movement`; reconnaissance
  (13.2) `activation`; East Prussia (13.5) `east_prussia`.
- Players in turn: `alternation`. Who is asked: `seats`. What bars things in several chapters: `bars`.
"""
