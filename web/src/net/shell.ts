/** The worker that opens the client where there is no connection: set up when the page has been loaded, for the next time. */

export const worker = (): ServiceWorkerContainer | null => (typeof navigator !== "undefined" && "serviceWorker" in navigator ? navigator.serviceWorker : null);

export function keepShell(): void {
  if (import.meta.env.DEV) return;
  worker()?.addEventListener("message", ({ data, ports }) => data === "where" && ports[0]?.postMessage(location.pathname));
  worker()?.startMessages();
  addEventListener("load", () => void worker()?.register("/worker.js", { updateViaCache: "none" }).catch(() => undefined)); // a private window may forbid it
}
