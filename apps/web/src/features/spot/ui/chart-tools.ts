import { lazy } from 'react';
import { fetchTexts } from '../../../shared/i18n/language.ts';

/** The tools of the chart: each is fetched when it is used, and with it the texts that it shows. */

export const ToolPanel = lazy(async () => ({
  default: (await import('./chart-tool-panel.tsx')).ChartToolPanel,
}));
export const IntervalMenu = lazy(async () => {
  const [{ ChartIntervalMenu }] = await Promise.all([
    import('./chart-interval-menu.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: ChartIntervalMenu };
});
export const IndicatorMenu = lazy(async () => {
  const [{ ChartIndicatorMenu }] = await Promise.all([
    import('./chart-indicator-menu.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: ChartIndicatorMenu };
});
export const DrawMenu = lazy(async () => {
  const [{ ChartDrawMenu }] = await Promise.all([
    import('./chart-draw-menu.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: ChartDrawMenu };
});
export const CompareMenu = lazy(async () => {
  const [{ ChartCompareMenu }] = await Promise.all([
    import('./chart-compare-menu.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: ChartCompareMenu };
});
export const SettingsMenu = lazy(async () => {
  const [{ ChartSettingsMenu }] = await Promise.all([
    import('./chart-settings-menu.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: ChartSettingsMenu };
});
export const OwnLayer = lazy(async () => {
  const [{ ChartOwnLayer }] = await Promise.all([
    import('./chart-own-layer.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: ChartOwnLayer };
});
export const SpotOwn = lazy(async () => {
  const [{ ChartSpotOwn }] = await Promise.all([
    import('./chart-spot-own.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: ChartSpotOwn };
});
export const DepthView = lazy(async () => {
  const [{ ChartDepth }] = await Promise.all([import('./chart-depth.tsx'), fetchTexts('rest')]);
  return { default: ChartDepth };
});
export const TableView = lazy(async () => ({
  default: (await import('./chart-table.tsx')).ChartTable,
}));
export const EditIndicator = lazy(async () => {
  const [{ ChartEditIndicator }] = await Promise.all([
    import('./chart-edit-indicator.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: ChartEditIndicator };
});
