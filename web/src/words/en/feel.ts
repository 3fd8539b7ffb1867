/** The strip of a turn, the briefing, the rulebook, dice and sounds. */
export const feel = {
  strip: {
    label: "Steps of this turn",
    you: "Your move",
    acts: (who: string) => `${who} acts`,
    act: (who: string) => `${who} act`,
    turnOf: (side: string) => `${side}’s turn`,
    next: (word: string) => `Next: ${word}`,
    then: (what: string) => `Then ${what}`,
    now: "now",
    done: "done",
    more: "All steps of this turn",
    less: "Fold the steps away",
  },
};
