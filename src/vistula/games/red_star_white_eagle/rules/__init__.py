"""The rulebook of Red Star/White Eagle: each section and the chapter that holds it.

- 3 Victory: `victory`; who controls a city, and what follows when a counter comes into a hex: `control`.
- 4 Zones of control: `zoc`. 5 Stacking: `stacking`.
- 6 Sequence of play: `sequence`; what happens between its phases: `events`; turns by their dates: `calendar`; who is
  asked: `seats`.
- 7 Reinforcements: `reinforcement`; who is due and what is received: `income`; where they come in: `arrival`;
  replacements (7.2): `replacements`.
- 8 Movement: `movement`; where a unit can go: `ways`, and what each step costs: `ground`; strategic movement (8.3):
  `strategic`; by the national nets (8.4): `national_rail`; rail nets (8.4.8, 15): `railnets`.
- 9 Combat: `combat`; who may attack what: `targets`; what units add: `strength`; odds and the die (9.0 to 9.9): `odds`;
  charges (9.10): `charge`; losses (9.11, 9.12): `losses`; retreat (9.13, 9.14): `retreat`, its ways: `routes`; advance
  (9.15): `advance`.
- 10 Supply: `supply`; its lines (10.5): `lines`; what Polish sources can feed (10.3): `capacity`.
- 11 Withdrawals: `withdrawal`. 12 Russian fronts: `fronts`. 13 Substitution: `substitution`.
- 14 Armored trains: `trains`. 16 Flotillas and marines: `flotillas`; on the move: `voyages`.
- 17 Reaction (17.1): `reaction`; Latvian garrison (17.2): `garrison`; map edges (17.3): `edges`; borders (17.4):
  `borders`.
- 18 Fortifications in combat: `fortifications`; units that do not move (18.2, 19): where they move and fight.
- 20 Motors: `motors`.
- 21 Allies: `allies`; Ukrainian recruits (21.1.4): `recruits`; frontier guards (21.5): `frontier`.
- 22 Rally: `rally`; railroad reserve (22.7): `reserve`.
- 23 Scenarios: `setup`; by area: `deployment`; Kiev (23.4.6): `ukraine`; Standdown (23.4.7): `standdown`; Galicians
  (23.4.8): `galicians`; the quiet north (23.4.9): `quiet_north`.
- 24 Optional rules: three players (24.2): `partners`; the others, a module each, in the folder of options.
- Questions that several chapters ask: `queries`; exclusions that they share: `bars`.
"""
