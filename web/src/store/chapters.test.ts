import { expect, test } from "vitest";
import type { RuleCard, RulesPage, RulingCard } from "../wire";
import { addressOf, chaptersOf, ruleIn, ruleOf, searched } from "./chapters";

const rule = (id: string, says: string): RuleCard => ({ id, title: `Title ${id}`, says, status: "done" });
const ruling = (id: string, text: string, ...rules: string[]): RulingCard => ({ id, title: `Ruling ${id}`, text, rules });
const page: RulesPage = {
  chapters: [
    { id: "7", title: "Zones" },
    { id: "10", title: "Movement" },
    { id: "11", title: "Empty" },
  ],
  rules: [rule("7.1a", "stop"), rule("7.1b", "no river"), rule("10.2a", "go")],
  rulings: [ruling("W-2", "across a river too", "10.2a", "7.1a"), ruling("W-3", "both", "10.2a")],
};

test("a rulebook has its chapters in order, with the rules of each and every ruling once", () => {
  const found = chaptersOf(page).map(({ title, entries }) => [title, entries.map(({ rule: { id }, rulings }) => [id, ...rulings.map((one) => one.id)])]);
  expect(found).toEqual([
    ["Zones", [["7.1a"], ["7.1b"]]],
    ["Movement", [["10.2a", "W-2", "W-3"]]],
  ]);
});

test("a ruling is found under the first rule that it is on", () => {
  expect(ruleOf(page, "W-2")).toBe("10.2a");
  expect(ruleOf(page, "7.1b")).toBe("7.1b");
});

test("a search finds rules and rulings, each by its own words", () => {
  const found = searched(chaptersOf(page), "RIVER").map(({ id, rules, rulings }) => [id, rules.map((one) => one.id), rulings.map((one) => one.id)]);
  expect(found).toEqual([
    ["7", ["7.1b"], []],
    ["10", [], ["W-2"]],
  ]);
});

test("an address leads to a rule, and nothing else in an address does", () => {
  expect(ruleIn(addressOf("9.5.b7"))).toBe("9.5.b7");
  expect([ruleIn(""), ruleIn("#seat=poland:abc"), ruleIn("#12")]).toEqual(["", "", ""]);
});
