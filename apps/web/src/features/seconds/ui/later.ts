import { lazy } from 'react';
import { withTexts } from '../../../shared/i18n/language.ts';

/** The dialog of the own limits. It is fetched when it is used, with the texts that it shows. */
export const LimitsDialog = lazy(async () => ({
  default: (await withTexts(import('./limits-dialog.tsx'))).LimitsDialog,
}));
