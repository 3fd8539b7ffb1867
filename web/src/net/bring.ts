/** A game file that somebody brings to watch: packed, sent, and kept in this page in case the server lets go of it. */

import type { ShownRecord } from "../wire";
import { Refusal, api } from "./api";

/** More than any game needs; what is bigger is not even read. */
export const MOST = 8 * 1024 * 1024;
const GZIP = [0x1f, 0x8b];

let carried: File | null = null;
const sent = new Map<string, ArrayBuffer>();

/** A file on its way to the page that sends it. */
export function carry(file: File | undefined): boolean {
  carried = file ?? null;
  return carried !== null;
}

export function takeCarried(): File | null {
  const file = carried;
  carried = null;
  return file;
}

/** Whether what is dragged over the page is a file. */
export const isFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

export class TooBig extends Error {}

export async function bring(file: File): Promise<ShownRecord> {
  if (file.size > MOST) throw new TooBig();
  return put(await packed(file));
}

async function put(body: ArrayBuffer): Promise<ShownRecord> {
  try {
    const shown = await api.bring(body);
    sent.clear();
    sent.set(shown.record, body);
    return shown;
  } catch (error) {
    throw error instanceof Refusal && error.status === 413 ? new TooBig() : error;
  }
}

/** The same file once more, where this page has it still and the server has not. */
export async function bringAgain(id: string): Promise<ShownRecord | null> {
  const body = sent.get(id);
  return body ? put(body) : null;
}

async function packed(file: File): Promise<ArrayBuffer> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (GZIP.every((byte, i) => start[i] === byte)) return file.arrayBuffer();
  return new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
}
