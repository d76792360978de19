import { fetchTexts } from '../../shared/i18n/language.ts';

/** Fetches the dialog of price alerts, and the texts that it shows. */
export async function load() {
  const [dialog] = await Promise.all([
    import('../../features/alert/ui/alert-dialog.tsx'),
    fetchTexts('rest'),
  ]);
  return dialog;
}
