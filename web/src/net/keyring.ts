/** The seats that this browser may open. Tokens live in localStorage and never in an address. */

export interface Held {
  /** seat -> token; "" is the place of an onlooker */
  seats: Record<string, string>;
  /** Tokens for others, kept so that their links can be shown again. */
  links: Record<string, string>;
  /** Invitations that I have given out; each is claimed once. */
  invites?: Record<string, string>;
  /** What lets me invite anew to a seat that nobody has taken. */
  host?: string;
  /** The seats belong to my key: they are found on my other devices too. */
  mine?: boolean;
  game: string;
  added: number;
}

type Ring = Record<string, Held>;
const NAME = "vistula.seats";

export function readRing(store: Storage = localStorage): Ring {
  try {
    const found: unknown = JSON.parse(store.getItem(NAME) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Ring) : {};
  } catch {
    return {};
  }
}

function writeRing(ring: Ring, store: Storage): void {
  store.setItem(NAME, JSON.stringify(ring));
}

export function heldAt(table: string, store: Storage = localStorage): Held | undefined {
  return readRing(store)[table];
}

export function hold(table: string, change: Partial<Held>, store: Storage = localStorage): void {
  const ring = readRing(store);
  const old = ring[table] ?? { seats: {}, links: {}, game: "", added: Date.now() };
  ring[table] = {
    ...old,
    ...change,
    seats: { ...old.seats, ...change.seats },
    links: { ...old.links, ...change.links },
    invites: { ...old.invites, ...change.invites },
  };
  writeRing(ring, store);
}

export function letGo(table: string, store: Storage = localStorage): void {
  writeRing(Object.fromEntries(Object.entries(readRing(store)).filter(([name]) => name !== table)), store);
}

/** Forget one seat of a table: its link has opened nothing. */
export function letGoOf(table: string, seat: string, store: Storage = localStorage): void {
  const held = heldAt(table, store);
  if (!held) return;
  const seats = Object.fromEntries(Object.entries(held.seats).filter(([name]) => name !== seat));
  if (Object.keys(seats).length === 0) letGo(table, store);
  else writeRing({ ...readRing(store), [table]: { ...held, seats } }, store);
}

export function allTokens(store: Storage = localStorage): string[] {
  return Object.values(readRing(store)).flatMap((held) => Object.values(held.seats));
}

/** What an invitation's fragment carries: `#invite=TOKEN`. */
export function inviteIn(fragment: string): string | null {
  return /^#invite=([\w.~-]+)$/.exec(fragment)?.[1] ?? null;
}

export function invitation(origin: string, table: string, invite: string): string {
  return `${origin}/table/${table}#invite=${invite}`;
}

/** What a link's fragment carries: `#seat=poland:TOKEN` or `#watch=TOKEN`. */
export function tokenIn(fragment: string): { seat: string; token: string } | null {
  const match = /^#(?:seat=([\w-]+):|watch=)([\w.~-]+)$/.exec(fragment);
  return match ? { seat: match[1] ?? "", token: match[2]! } : null;
}

export function linkTo(origin: string, table: string, seat: string, token: string): string {
  return `${origin}/table/${table}#${seat ? `seat=${seat}:` : "watch="}${token}`;
}

/** A link to a page about a table: its replay, its story. */
export function linkOf(origin: string, page: string, table: string, seat: string, token: string): string {
  return linkTo(origin, table, seat, token).replace("/table/", `/${page}/`);
}

/** Move the token of a link from the address into the ring, so that it is in no history entry and no Referer. */
export function takeFromAddress(table: string): string | null {
  const found = tokenIn(location.hash);
  if (!found) return null;
  hold(table, { seats: { [found.seat]: found.token } });
  history.replaceState(null, "", location.pathname + location.search);
  return found.seat;
}
