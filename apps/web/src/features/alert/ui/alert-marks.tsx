import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { OwnMark } from '../../../shared/chart/own-on-chart.ts';
import type { Market } from '../../../shared/market/market.ts';
import { alertsQuery } from '../api.ts';

interface AlertMarksProps {
  readonly market: Market;
  readonly onMarks: (marks: readonly OwnMark[]) => void;
}

/** Tells a chart the prices of own alerts that wait. Shows nothing itself. */
export function AlertMarks({ market: { baseId, quoteId }, onMarks }: AlertMarksProps) {
  const { data } = useQuery(alertsQuery);
  const marks = useMemo(
    () =>
      (data ?? [])
        .filter((alert) => alert.isOn && alert.baseId === baseId && alert.quoteId === quoteId)
        .map(({ id, direction, price }): OwnMark => {
          const side = direction === 'rises' ? 'buy' : 'sell';
          return { id: `alert-${id}`, kind: 'alert', side, price, quantity: '' };
        }),
    [data, baseId, quoteId],
  );
  useEffect(() => onMarks(marks), [marks, onMarks]);
  useEffect(() => () => onMarks([]), [onMarks]);
  return null;
}
