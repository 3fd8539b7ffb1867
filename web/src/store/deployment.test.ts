// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { DecisionView, View } from "../wire";
import { deedsFor, deploymentOf, deploys, saveDeployment, savedDeployment } from "./deployment";

const decision: DecisionView = {
  seat: "poland", rule: "3.1b", prompt: "Deploy",
  options: [
    { verb: "pick", kind: "piece", args: ["P-1", "P-2"] },
    { verb: "lift", kind: "piece", args: ["P-3"], free: true },
    { verb: "fill", kind: "button", args: ["0"] },
  ],
};

describe("a deployment", () => {
  it("is known by its verbs", () => {
    expect(deploys(decision)).toBe(true);
    expect(deploys({ ...decision, options: [{ verb: "unit", kind: "piece", args: [] }] })).toBe(false);
    expect(deploys(null)).toBe(false);
  });

  it("is what of mine stands on the map", () => {
    const pieces = [{ key: "P-3", side: "poland", space: "0101" }, { key: "R-1", side: "russia", space: "0202" }];
    const view: View = { title: "", seat: "poland", turn: 1, phase: "", pieces, decision };
    expect(deploymentOf(view)).toEqual({ "P-3": "0101" });
  });

  it("becomes clicks for what still waits", () => {
    expect(deedsFor(decision, { "P-2": "0303", "P-3": "0101" })).toEqual([[{ verb: "pick", arg: "P-2" }, { verb: "place", arg: "0303" }]]);
  });

  it("is kept for each game and seat", () => {
    saveDeployment("g", "poland", { "P-1": "0101" });
    expect(savedDeployment("g", "poland")).toEqual({ "P-1": "0101" });
    expect(savedDeployment("g", "russia")).toBeNull();
  });
});
