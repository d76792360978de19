import { lazy } from 'react';
import { withTexts } from '../../../shared/i18n/language.ts';

/** The dialog that asks about a position or an order, fetched when it is used. */
export const AskedDialog = lazy(async () => ({
  default: (await withTexts(import('./asked-dialog.tsx'))).AskedDialog,
}));
