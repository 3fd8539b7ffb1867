/** Whether all words of a search stand in some texts; accents and case do not matter. */
export function fits(wanted: string, ...texts: string[]): boolean {
  const whole = plain(texts.join(" "));
  return plain(wanted)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => whole.includes(word));
}

export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "");
}
