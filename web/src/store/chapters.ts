/** The rulebook as it is read: chapters in their order, in each its rules, under each rule the rulings on it. */

import type { RuleCard, RulesPage, RulingCard } from "../wire";
import { fits } from "./search";

export interface Entry {
  rule: RuleCard;
  /** Rulings that stand under this rule: each under the first rule that it is on. */
  rulings: RulingCard[];
}

export interface Chapter {
  id: string;
  title: string;
  entries: Entry[];
}

export function chaptersOf(page: RulesPage): Chapter[] {
  const under = new Map<string, RulingCard[]>();
  for (const ruling of page.rulings) {
    const rule = ruling.rules?.[0] ?? "";
    under.set(rule, [...(under.get(rule) ?? []), ruling]);
  }
  const found = page.chapters.map(({ id, title }): Chapter => ({ id, title, entries: [] }));
  const byId = new Map(found.map((chapter) => [chapter.id, chapter]));
  for (const rule of page.rules) byId.get(chapterOf(rule.id))?.entries.push({ rule, rulings: under.get(rule.id) ?? [] });
  return found.filter(({ entries }) => entries.length > 0);
}

export function chapterOf(rule: string): string {
  return rule.split(".")[0] ?? "";
}

/** The rule under which an id is found: itself, or for a ruling the first that it is on. */
export function ruleOf(page: RulesPage, id: string): string {
  return page.rulings.find((ruling) => ruling.id === id)?.rules?.[0] ?? id;
}

/** What fits a search, chapter by chapter; a rule without its rulings where only the rule fits, and the other way round. */
export function searched(chapters: Chapter[], wanted: string): { id: string; title: string; rules: RuleCard[]; rulings: RulingCard[] }[] {
  return chapters
    .map(({ id, title, entries }) => ({
      id,
      title,
      rules: entries.map(({ rule }) => rule).filter((rule) => fits(wanted, rule.id, rule.title, rule.says)),
      rulings: entries.flatMap(({ rulings }) => rulings).filter((ruling) => fits(wanted, ruling.id, ruling.title, ruling.text)),
    }))
    .filter(({ rules, rulings }) => rules.length + rulings.length > 0);
}

/** A place in the rulebook as an address: `#rule=7.1a`. */
export function addressOf(rule: string): string {
  return `#rule=${encodeURIComponent(rule)}`;
}

export function ruleIn(hash: string): string {
  const found = /^#rule=([^&]+)$/.exec(hash)?.[1];
  return found ? decodeURIComponent(found) : "";
}
