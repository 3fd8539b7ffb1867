/** Makes the client an app: its manifest, and the worker that opens it where there is no connection.
 *
 * Both are made at the end of a build: the worker has to know the names of all files of it. */

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type Plugin, build } from "vite";
import { app } from "../src/words/en/app";

const WORKER = fileURLToPath(new URL("../worker/worker.ts", import.meta.url));
/** Of the public files those that the client shows by itself. */
const PUBLIC = ["/icon.svg", "/manifest.webmanifest", "/icons/icon-192.png", "/icons/badge-96.png"];

/** As dark as the desk on which everything lies. */
const DESK = "#17120d";

const icon = (name: string, size: number, purpose: string): Record<string, string> => ({ src: `/icons/${name}-${size}.png`, sizes: `${size}x${size}`, type: "image/png", purpose });

const manifest = {
  id: "/",
  name: app.name,
  short_name: app.name,
  description: app.about,
  lang: "en",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: DESK,
  theme_color: DESK,
  categories: ["games"],
  icons: [
    { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ...[192, 512].flatMap((size) => [icon("icon", size, "any"), icon("maskable", size, "maskable")]),
  ],
  shortcuts: [{ name: app.lobby, url: "/lobby" }],
};

export function shell(): Plugin {
  return {
    name: "shell",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const parts = Object.values(bundle);
        const files = parts.map(({ fileName }) => fileName).filter((name) => name.startsWith("assets/")).sort();
        const digest = createHash("sha256");
        for (const part of parts.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) digest.update(part.fileName).update(part.type === "chunk" ? part.code : part.source);
        this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest) });
        const paths = [...files.map((name) => `/${name}`), ...PUBLIC];
        this.emitFile({ type: "asset", fileName: "worker.js", source: await worker(paths, digest.digest("hex").slice(0, 12)) });
      },
    },
  };
}

/** The worker as one plain script: not every browser takes a module there. */
async function worker(paths: string[], edition: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { SHELL: JSON.stringify(paths), EDITION: JSON.stringify(edition) },
    build: { write: false, target: "es2022", lib: { entry: WORKER, formats: ["iife"], name: "worker" } },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((each) => ("output" in each ? each.output : []));
  const chunk = output.find((each) => each.type === "chunk");
  if (!chunk) throw new Error("the worker was not built");
  return chunk.code;
}
