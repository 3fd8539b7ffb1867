/** When a channel calls, in a few words. Pure. */

import type { CallSettings } from "../wire";
import { calls } from "../words/calls";

export function settingsWords({ after = 5, how = "turn", daily_at: at = "18:00", quiet_from: from = "", quiet_to: to = "" }: CallSettings): string {
  return [how === "turn" ? calls.each(after) : calls.daily(at), ...(from ? [calls.quietHours(from, to)] : [])].join(", ");
}
