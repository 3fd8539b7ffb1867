import { describe, expect, it } from "vitest";
import { wayBy } from "./gestures";

const paths = [{ spaces: ["0102", "0103"], price: "3 of 4 MP" }, { spaces: ["0103"], by: "rail", label: "By rail", price: "1 point" }];

describe("ways of moving", () => {
  it("takes the one that is wished for, else the usual one", () => {
    expect(wayBy("a", "0103", paths, "rail")).toMatchObject({ by: "rail", price: "1 point", path: ["0103"] });
    expect(wayBy("a", "0103", paths, "air")).toMatchObject({ by: "", price: "3 of 4 MP" });
    expect(wayBy("a", "0103", [], "")).toBeNull();
  });
});
