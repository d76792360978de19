import { lazy } from 'react';
import { withTexts } from '../shared/i18n/language.ts';

/** Parts around the pages that are fetched when they are used, with the texts that they show. */

export const DirectionChoice = lazy(async () => ({
  default: (await withTexts(import('./direction-choice.tsx'))).DirectionChoice,
}));
export const MenuSheet = lazy(async () => ({
  default: (await withTexts(import('./menu-sheet.tsx'))).MenuSheet,
}));
