/** What a person may ask of the server for themselves; each wants their key. */

import type { CallSettings, Entered, Me, MySeats, MyTable, MyTables, NewChannel, Pass, Quieted, SeatInvitation, SeatInvitations } from "../wire";
import { send } from "./api";
import { type Mine, asMe, become, drawKey, me, myKey } from "./me";

const mine = <T>(method: string, path: string, body: unknown = null): Promise<T> => asMe((key) => send<T>(method, `/api/me${path}`, body, key));

export const people = {
  me: () => mine<Me>("GET", ""),
  name: (name: string) => mine<Me>("PUT", "", { name }).then(remember),
  tables: () => mine<MyTables>("GET", "/tables").then(({ tables }) => tables),
  alone: (table: string) => mine<MySeats>("POST", `/tables/${table}/alone`),
  archive: (table: string, archived: boolean) => mine<unknown>("POST", `/tables/${table}/archive`, { archived }),
  leave: (table: string): Promise<MyTable[]> => mine<MyTables>("POST", `/tables/${table}/leave`).then(({ tables }) => tables),
  pass: () => mine<Pass>("POST", "/passes"),
  putOut: (device: string) => mine<unknown>("DELETE", `/devices/${device}`),
  mail: (address: string) => mine<unknown>("PUT", "/mail", { address }),
  dropMail: () => mine<unknown>("DELETE", "/mail"),
  confirmMail: (token: string) => send("POST", "/api/me/mail", { token }),
  signIn: (address: string) => send("POST", "/api/sign-in", { address }),
  addChannel: (channel: NewChannel) => mine<Me>("POST", "/channels", channel),
  changeChannel: (id: string, settings: CallSettings) => mine<Me>("PUT", `/channels/${id}`, { settings }),
  dropChannel: (id: string) => mine<unknown>("DELETE", `/channels/${id}`),
  tryChannel: (id: string) => mine<unknown>("POST", `/channels/${id}/try`),
  quiet: (token: string) => send<Quieted>("POST", "/api/quiet", { token }),
  invitations: (table: string, key: string): Promise<SeatInvitation[]> => send<SeatInvitations>("GET", `/api/tables/${table}/invitations`, null, key).then(({ seats }) => seats),
  withdraw: (table: string, key: string, seat: string) => send("DELETE", `/api/tables/${table}/invitations/${seat}`, null, key),
  renew,
  forget,
  enter,
  enterByKey,
};

function remember(told: Me): Me {
  const known = me.peek();
  if (known) become({ ...known, name: told.name ?? "" });
  return told;
}

/** Another key: this device has it, and no other. */
async function renew(): Promise<Me> {
  const key = drawKey();
  const told = await mine<Me>("POST", "/renew", { key });
  become({ key, own: true, name: told.name ?? "" });
  return told;
}

async function forget(): Promise<void> {
  await mine("DELETE", "");
  become(null);
}

/** This device is let in by a pass. What belonged to a key that it had before comes along. */
async function enter(token: string): Promise<Mine> {
  return entered(await send<Entered>("POST", "/api/me/devices", { token, name: deviceName(), bring: myKey() }));
}

/** The same by the person's own key, as it stands on paper. */
async function enterByKey(key: string): Promise<Mine> {
  return entered(await send<Entered>("POST", "/api/me/devices", { name: deviceName(), bring: myKey() }, key));
}

function entered({ key, name = "" }: Entered): Mine {
  const mine = { key, own: false, name };
  become(mine);
  return mine;
}

/** What this device is called in the list of mine. */
export function deviceName(): string {
  if (!matchMedia("(pointer: coarse)").matches) return "Computer";
  return Math.min(screen.width, screen.height) < 600 ? "Phone" : "Tablet";
}
