/** The HTTP side of the table server. */

import type { After, Agreement, Catalog, Claimed, Invited, KeptSketches, LobbyPage, NewTable, Notebook, Onward, Problem, Retelling, RulesPage, Shelf, ShownRecord, SketchSheet, TableCard, TableCards, TableOpened, View } from "../wire";
import { reached } from "./reach";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.why || problem.error);
  }
}

async function answer(path: string, init?: RequestInit): Promise<Response> {
  const response = await reached(fetch(path, init), init?.method === undefined);
  if (response.ok) return response;
  let problem: Problem = { error: `${response.status}`, why: response.statusText };
  try {
    problem = { ...problem, ...((await response.json()) as Partial<Problem>) };
  } catch {
    // not JSON: the status line is all there is to say
  }
  throw new Refusal(response.status, problem);
}

async function get<T>(path: string, token = ""): Promise<T> {
  return (await (await answer(path, token ? { headers: { Authorization: `Bearer ${token}` } } : {})).json()) as T;
}

async function post<T>(path: string, body: unknown, token = "", method = "POST"): Promise<T> {
  return send<T>(method, path, body, token);
}

/** What may change something, by any method; some have nothing to answer. */
export async function send<T>(method: string, path: string, body: unknown, token = ""): Promise<T> {
  if (method === "GET") return get<T>(path, token);
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const response = await answer(path, { method, headers, body: JSON.stringify(body), keepalive: method === "PUT" });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const once = new Map<string, Promise<unknown>>();

/** Static things of a game are fetched once a page; the hash in the address lets the browser keep them for good. */
function cached<T>(path: string, load: () => Promise<T>): Promise<T> {
  const found = once.get(path) as Promise<T> | undefined;
  if (found) return found;
  const fresh = load().catch((error: unknown) => {
    once.delete(path);
    throw error;
  });
  once.set(path, fresh);
  return fresh;
}

const text = (path: string): Promise<string> => cached(path, async () => (await answer(path)).text());

export const api = {
  shelf: () => get<Shelf>("/api/shelf"),
  agreement: (game: string, scenario: string, options: Record<string, string>) => post<Agreement>(`/api/games/${game}/agreement`, { scenario, options }),
  open: (table: NewTable, key = "") => post<TableOpened>("/api/tables", table, key),
  claim: (table: string, invite: string, key = "") => post<Claimed>(`/api/tables/${table}/claim`, { invite }, key),
  invite: (table: string, host: string, seat: string) => post<Invited>(`/api/tables/${table}/invite`, { seat }, host),
  say: (table: string, token: string, message: { type: string; [field: string]: unknown }) => post<unknown>(`/api/tables/${table}/messages`, { ...message, id: `n-${message.type}-${Math.random().toString(36).slice(2, 12)}` }, token),
  retelling: (table: string, token: string, eyes?: string) => get<Retelling>(`/api/tables/${table}/retelling${eyes === undefined ? "" : `?eyes=${encodeURIComponent(eyes)}`}`, token),
  moments: (table: string, token: string, eyes: string, first: number, count: number) => get<View[]>(`/api/tables/${table}/retelling/views?eyes=${encodeURIComponent(eyes)}&first=${first}&count=${count}`, token),
  record: (id: string) => get<ShownRecord>(`/api/records/${id}`),
  recordRetelling: (id: string, eyes = "open") => get<Retelling>(`/api/records/${id}/retelling?eyes=${encodeURIComponent(eyes)}`),
  recordMoments: (id: string, eyes: string, first: number, count: number) => get<View[]>(`/api/records/${id}/retelling/views?eyes=${encodeURIComponent(eyes)}&first=${first}&count=${count}`),
  bring: async (file: ArrayBuffer) => (await (await answer("/api/records", { method: "POST", headers: { "Content-Type": "application/json" }, body: file })).json()) as ShownRecord,
  after: (table: string, token: string) => get<After>(`/api/tables/${table}/after`, token),
  onward: (table: string, token: string, from: Onward) => post<TableOpened>(`/api/tables/${table}/onward`, from, token),
  notes: (table: string, token: string) => get<Notebook>(`/api/tables/${table}/notes`, token),
  keepNotes: (table: string, token: string, text: string) => post<Notebook>(`/api/tables/${table}/notes`, { text }, token, "PUT"),
  sketches: (table: string, token: string) => get<KeptSketches>(`/api/tables/${table}/sketches`, token),
  keepSketch: (table: string, token: string, n: number, sheet: SketchSheet) => post<KeptSketches>(`/api/tables/${table}/sketches/${n}`, sheet, token, "PUT"),
  dropSketch: (table: string, token: string, n: number) => post<KeptSketches>(`/api/tables/${table}/sketches/${n}`, null, token, "DELETE"),
  mine: (tokens: string[]) => post<TableCards>("/api/mine", { tokens }),
  watch: () => get<TableCards>("/api/watch"),
  lobby: () => get<LobbyPage>("/api/lobby"),
  takeSeat: (table: string, seat: string, name: string, key = "") => post<Claimed>(`/api/lobby/${table}`, { seat, name }, key),
  table: (id: string, token: string) => get<TableCard>(`/api/tables/${id}`, token),
  catalog: (game: string) => cached(`/api/games/${game}/catalog`, () => get<Catalog>(`/api/games/${game}/catalog`)),
  board: (game: string, names = "") => text(`/api/games/${game}/board.svg${names ? `?names=${names}` : ""}`),
  counters: (game: string) => text(`/api/games/${game}/counters.svg`),
  rules: (game: string) => cached(`/api/games/${game}/rules`, () => get<RulesPage>(`/api/games/${game}/rules`)),
};
