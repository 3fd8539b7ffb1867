// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { routeOf } from "../router";
import { allTokens, heldAt, hold, letGo, letGoOf, linkTo, readRing, takeFromAddress, tokenIn } from "./keyring";

describe("keys to seats", () => {
  beforeEach(() => localStorage.clear());

  it("are kept by table and seat", () => {
    hold("t1", { seats: { russia: "aaa" }, game: "g" });
    hold("t1", { seats: { poland: "bbb" }, links: { "": "ccc" } });
    expect(heldAt("t1")).toMatchObject({ seats: { russia: "aaa", poland: "bbb" }, links: { "": "ccc" }, game: "g" });
    expect(allTokens()).toEqual(["aaa", "bbb"]);
    letGo("t1");
    expect(heldAt("t1")).toBeUndefined();
  });

  it("are forgotten one by one where they open nothing", () => {
    hold("t1", { seats: { russia: "aaa", poland: "bbb" } });
    letGoOf("t1", "russia");
    expect(heldAt("t1")?.seats).toEqual({ poland: "bbb" });
    letGoOf("t1", "poland");
    expect(heldAt("t1")).toBeUndefined();
  });

  it("survive a broken store", () => {
    localStorage.setItem("vistula.seats", "{broken");
    expect(readRing()).toEqual({});
  });

  it("come in the fragment of a link, and leave the address at once", () => {
    const link = linkTo("http://x", "t2", "poland", "s3cr_et-1");
    expect(link).toBe("http://x/table/t2#seat=poland:s3cr_et-1");
    expect(tokenIn("#seat=poland:s3cr_et-1")).toEqual({ seat: "poland", token: "s3cr_et-1" });
    expect(tokenIn("#watch=abc")).toEqual({ seat: "", token: "abc" });
    expect(tokenIn("#elsewhere")).toBeNull();
    history.replaceState(null, "", "/table/t2#seat=poland:s3cr_et-1");
    expect(takeFromAddress("t2")).toBe("poland");
    expect(location.hash).toBe("");
    expect(heldAt("t2")?.seats).toEqual({ poland: "s3cr_et-1" });
  });
});

describe("addresses", () => {
  it("are pages", () => {
    expect(routeOf("/")).toEqual({ page: "shelf" });
    expect(routeOf("/new/warsaw-1920")).toEqual({ page: "new", game: "warsaw-1920" });
    expect(routeOf("/table/ab12")).toEqual({ page: "table", table: "ab12" });
    expect(routeOf("/new")).toEqual({ page: "new", game: "" });
    for (const path of ["/nonsense", "/table", "/table/ab12/more", "/new/a/b"]) expect(routeOf(path)).toEqual({ page: "lost" });
  });
});
