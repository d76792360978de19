/** The price alerts of a chart's market, fetched when they are opened. */
export async function fetchAlertDialog() {
  // In two steps: the names of all files that the dialog needs would be in the first code of each
  // terminal otherwise.
  return (await import('./alert-dialog.ts')).load();
}
