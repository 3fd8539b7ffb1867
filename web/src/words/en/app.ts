/** The client as an app of its own, and what it says where there is no connection. Small: its worker carries these words. */
export const app = {
  name: "Vistula",
  about: "Board wargames of the Polish–Soviet War, 1920: rules enforced, dice provable, alone or with others.",
  lobby: "Find an opponent",
  somethingNew: "There is something new at one of your tables.",
  turnOff: "Turn off",
};
