/** What stands on more than one page. */
export const common = {
  back: "Back to the shelf",
  home: "Vistula: back to the shelf",
  cancel: "Cancel",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  save: "Save",
  loading: "Loading…",
  unreachable: "We can’t reach the server.",
  silent: { offline: "You’re offline", away: "We can’t reach the server" },
  meanwhile: "A table you left open in another tab still shows what you saw last, and you can go on there once you’re connected. Everything else needs the server; this page opens by itself when the connection is back.",
  askAgain: "Try again now",
};
