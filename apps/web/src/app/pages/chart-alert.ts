import { lazy } from 'react';
import type { ChartPanelProps } from '../../features/spot/ui/chart-panel-props.ts';
import { fetchAlertDialog } from './fetch-alert-dialog.ts';

/** Price alerts of a chart's market. */
export const CHART_ALERT: ChartPanelProps['alert'] = {
  fetchDialog: fetchAlertDialog,
  Marks: lazy(async () => ({
    default: (await import('../../features/alert/ui/alert-marks.tsx')).AlertMarks,
  })),
};
