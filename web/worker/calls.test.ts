import { describe, expect, it } from "vitest";
import { pathIn, shown } from "./calls";

const call = {
  kind: "turn", title: "Warsaw 1920: your move", text: "Turn 3", url: "https://table.example/table/ab12", quiet: "https://table.example/quiet#TOKEN", key: "k1", table: "ab12",
};

describe("a call", () => {
  it("says what the server wrote, and leads to the table on this server", () => {
    const { title, options } = shown(call);
    expect([title, options.body]).toEqual(["Warsaw 1920: your move", "Turn 3"]);
    expect(options.data).toEqual({ url: "/table/ab12", quiet: "/quiet#TOKEN" });
    expect(options.actions.map(({ action }) => action)).toEqual(["quiet"]);
  });

  it("takes the place of an older one of the same table only", () => {
    const other = shown({ ...call, key: "k2", title: "later" });
    expect(other.options.tag).toBe(shown(call).options.tag);
    expect(shown({ ...call, table: "cd34" }).options.tag).not.toBe(other.options.tag);
    expect(shown({ ...call, table: "", key: "day" }).options.tag).toBe("day");
  });

  it("leads nowhere else, whatever an address says", () => {
    expect(shown({ ...call, url: "https://evil.example/table/ab12" }).options.data.url).toBe("/table/ab12");
    expect(shown({ ...call, url: "javascript:alert(1)" }).options.data.url).toBe("/");
  });

  it("is shown even where nothing can be read of it", () => {
    const { title, options } = shown({});
    expect(title).not.toBe("");
    expect(options.body).not.toBe("");
    expect(options.data.url).toBe("/");
    expect(options.actions).toEqual([]);
  });
});

describe("the page of an address", () => {
  it("is its path, whatever carries it", () => {
    expect(pathIn("http://127.0.0.1:1920/table/x#seat=a:b")).toBe("/table/x");
    expect(pathIn("/")).toBe("/");
  });
});
