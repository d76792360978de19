import { lazy } from 'react';
import { withTexts } from '../../../shared/i18n/language.ts';

/** A part of the terminal that is fetched when it is used, with the texts that it shows. */
export const EditOrder = lazy(async () => ({
  default: (await withTexts(import('./edit-order.tsx'))).EditOrder,
}));
