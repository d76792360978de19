import { lazy, type ComponentType } from 'react';
import { withTexts } from '../../../shared/i18n/language.ts';
import type { ChartMovesProps } from './chart-moves.tsx';

/** The tools of the chart: each is fetched when it is used, and with it the texts that it shows. */

export const ToolPanel = lazy(async () => ({
  default: (await import('./chart-tool-panel.tsx')).ChartToolPanel,
}));
export const ChartMoves = lazy<ComponentType<ChartMovesProps>>(async () => ({
  // Without them a drag and the wheel scroll and zoom the chart: a terminal needs no more.
  default: await import('./chart-moves.tsx').then(
    (loaded) => loaded.ChartMoves,
    () => () => null,
  ),
}));
export const IntervalMenu = lazy(async () => ({
  default: (await withTexts(import('./chart-interval-menu.tsx'))).ChartIntervalMenu,
}));
export const IndicatorMenu = lazy(async () => ({
  default: (await withTexts(import('./chart-indicator-menu.tsx'))).ChartIndicatorMenu,
}));
export const DrawMenu = lazy(async () => ({
  default: (await withTexts(import('./chart-draw-menu.tsx'))).ChartDrawMenu,
}));
export const CompareMenu = lazy(async () => ({
  default: (await withTexts(import('./chart-compare-menu.tsx'))).ChartCompareMenu,
}));
export const SettingsMenu = lazy(async () => ({
  default: (await withTexts(import('./chart-settings-menu.tsx'))).ChartSettingsMenu,
}));
export const OwnLayer = lazy(async () => ({
  default: (await withTexts(import('./chart-own-layer.tsx'))).ChartOwnLayer,
}));
export const SpotOwn = lazy(async () => ({
  default: (await withTexts(import('./chart-spot-own.tsx'))).ChartSpotOwn,
}));
export const DepthView = lazy(async () => ({
  default: (await withTexts(import('./chart-depth.tsx'))).ChartDepth,
}));
export const TableView = lazy(async () => ({
  default: (await import('./chart-table.tsx')).ChartTable,
}));
export const EditIndicator = lazy(async () => ({
  default: (await withTexts(import('./chart-edit-indicator.tsx'))).ChartEditIndicator,
}));
