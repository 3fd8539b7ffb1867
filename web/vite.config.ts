import { fileURLToPath } from "node:url";
import preact from "@preact/preset-vite";
import { defineConfig } from "vitest/config";
import { shell } from "./tools/shell";

/** Where `npm run dev` finds the table server. */
const server = process.env.VISTULA_SERVER ?? "http://127.0.0.1:1920";

export default defineConfig({
  plugins: [preact(), shell()],
  resolve: { alias: { "d3-transition": fileURLToPath(new URL("src/board/still.ts", import.meta.url)) } },
  build: {
    outDir: "../src/vistula/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true, // says what each page is made of
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/health": server } },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx", "worker/**/*.test.ts"] },
});
