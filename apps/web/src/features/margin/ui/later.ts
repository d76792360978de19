import { lazy } from 'react';
import { fetchTexts } from '../../../shared/i18n/language.ts';

/** Parts of the terminal that are fetched when they are used, with the texts that they show. */

export const AskedDialog = lazy(async () => {
  const [{ AskedDialog: Dialog }] = await Promise.all([
    import('./asked-dialog.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: Dialog };
});
export const CalculatorDialog = lazy(async () => {
  const [{ CalculatorDialog: Dialog }] = await Promise.all([
    import('./calculator-dialog.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: Dialog };
});
export const Confirmation = lazy(async () => {
  const [{ Confirmation: Dialog }] = await Promise.all([
    import('./confirmation.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: Dialog };
});
export const OrderConditions = lazy(async () => {
  const [{ OrderConditions: Fields }] = await Promise.all([
    import('./order-conditions.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: Fields };
});
