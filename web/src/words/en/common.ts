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
  unreachable: "We can’t reach the server. Is it running?",
};
