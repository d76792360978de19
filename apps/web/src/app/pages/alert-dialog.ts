/** Fetches the dialog of price alerts. */
export async function load() {
  return import('../../features/alert/ui/alert-dialog.tsx');
}
