import { lazy } from 'react';
import { fetchTexts } from '../../../shared/i18n/language.ts';

/** A part of the terminal that is fetched when it is used, with the texts that it shows. */
export const EditOrder = lazy(async () => {
  const [{ EditOrder: Dialog }] = await Promise.all([
    import('./edit-order.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: Dialog };
});
