import { describe, expect, it } from "vitest";
import { settingsWords } from "./calls";

describe("when a channel calls", () => {
  it("is told with what it is by default, too", () => {
    expect(settingsWords({})).toBe("each turn, after 5 minutes");
    expect(settingsWords({ after: 30 })).toBe("each turn, after 30 minutes");
    expect(settingsWords({ how: "daily", after: 30, daily_at: "07:30" })).toBe("daily at 07:30");
    expect(settingsWords({ quiet_from: "22:00", quiet_to: "08:00" })).toBe("each turn, after 5 minutes, quiet from 22:00 to 08:00");
  });
});
