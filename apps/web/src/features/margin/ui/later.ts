import { lazy } from 'react';
import { withTexts } from '../../../shared/i18n/language.ts';

/** Parts of the terminal that are fetched when they are used, with the texts that they show. */

export const CalculatorDialog = lazy(async () => ({
  default: (await withTexts(import('./calculator-dialog.tsx'))).CalculatorDialog,
}));
export const ChartMarginOwn = lazy(async () => ({
  default: (await withTexts(import('./chart-margin-own.tsx'))).ChartMarginOwn,
}));
export const CloseAllDialog = lazy(async () => ({
  default: (await withTexts(import('./close-all-dialog.tsx'))).CloseAllDialog,
}));
export const Confirmation = lazy(async () => ({
  default: (await withTexts(import('./confirmation.tsx'))).Confirmation,
}));
export const ContractAssets = lazy(async () => ({
  default: (await withTexts(import('./contract-assets.tsx'))).ContractAssets,
}));
export const DockTools = lazy(async () => ({
  default: (await withTexts(import('./dock-tools.tsx'))).DockTools,
}));
export const IsolatedRule = lazy(async () => ({
  default: (await withTexts(import('./isolated-rule.tsx'))).IsolatedRule,
}));
export const OrderConditions = lazy(async () => ({
  default: (await withTexts(import('./order-conditions.tsx'))).OrderConditions,
}));
export const OwnPositions = lazy(async () => ({
  default: (await withTexts(import('./own-positions.tsx'))).OwnPositions,
}));
export const RiskBand = lazy(async () => ({
  default: (await withTexts(import('./risk-band.tsx'))).RiskBand,
}));
