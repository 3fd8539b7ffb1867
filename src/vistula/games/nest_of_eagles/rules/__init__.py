"""The rulebook of 1920: Nest of Eagles: each paragraph and the chapter that holds it.

- 1.4 Scenarios: `setup`; who has won, and Victory Points (2.0): `victory`.
- 2 Board: the tables of the title; Theaters (2.4): `theaters`; limits of the Fronts (2.5.1): `fronts`; control (2.7):
  `control`.
- 3 Units: steps and elimination (3.3, 3.6): `steps`; trains, cars, guns and tanks: where they move and fight; aircraft
  (3.4.7): `aircraft`.
- 4 Lines of Friction: `friction`.
- 5 Game Round: `sequence`.
- 6 Stacking: `stacking`; duties to move away (6.2 and others): `duties`.
- 7 Movement: `movement`; where a unit can go (7.1): `ways`, and what each step costs: `ground`.
- 8 Reactive Movement: `reactive`.
- 9 Rail Transport: `rail`; in secret (9.4): `concentration`.
- 10 Attack: `attack`; who may attack what (10.1): `targets`; its chance (10.3, 10.7): `strength`.
- 11 Retreat: `retreat`; its ways (11.1, 11.3 to 11.6): `routes`. 12 Advance: `advance`.
- 13 Morale: `morale`; markers of the Theaters (13.4, 13.5): with the Theaters.
- 14 Special Orders: `special_orders`.
- 15 Supply: `supply`; attrition (15.3): `replacements`.
- 16 Reinforcements: `reinforcements`.
- 17 Replacements: with attrition; operations (17.1.1): `operations`; the Cheka (17.1.5): `cheka`.
- 18 Reorganization, with 17.4 and 19.1.2 to 19.1.4: `reorganization`.
- 19 Polish special units: the Volunteer Army (19.1): `volunteers`; Cossacks and counter-revolutionaries (19.6, 19.7,
  19.9): `allies`; Ukrainians (19.8, 17.1.4): `ukrainians`; others where they move, fight or arrive.
- 20 Soviet special units: `konarmiya` (20.1), `reserves` (20.2), `revolutionaries` (20.3), `rebellion` (20.4).
- 21 Lithuania: `lithuania`; where its units go: `fronts`.
- 22 Three players: `seats`; priority (22.1): `three_players`.
- 23 Optional rules: concealment: `patrols` (23.1.1), `groups` (23.1.2), `reveal` (23.1.3); forced march (23.2):
  `forced_march`; Morale Boost (23.3): `boost`, its Events in the folder of cards; Alternative Reinforcements (23.4):
  `alternatives`; Political Priorities (23.5): `priorities`.
- Questions that several chapters ask: `queries`; exclusions that they share: `bars`.
"""
