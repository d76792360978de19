import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { OwnOnChart } from '../../../shared/chart/own-on-chart.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import type { Market } from '../../../shared/market/market.ts';
import { positionsQuery } from '../positions-api.ts';
import { fillsOf, marksOf } from '../model/own-marks.ts';
import { listedOf } from '../model/position-list.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';

/** Tells the chart the own positions, orders and fills of a market. Shows nothing itself. */
export function ChartMarginOwn({
  market,
  onOwn,
}: {
  readonly market: Market;
  readonly onOwn: (own: OwnOnChart | undefined) => void;
}) {
  const language = useLanguage();
  const { baseId, quoteId, quantityDecimals } = market;
  const live = useMarginAccounts([quoteId])?.[0];
  const { data: closed } = useQuery(positionsQuery('closed', { baseId, quoteId }, 1));
  const own = useMemo((): OwnOnChart => {
    const positions = listedOf(live?.positions ?? [], { baseId, quoteId });
    const orders = listedOf(live?.orders ?? [], { baseId, quoteId });
    return {
      marks: marksOf({ positions, orders }, (quantity) =>
        fixed(quantity, quantityDecimals, { language }),
      ),
      fills: fillsOf(positions, closed?.positions ?? []),
    };
  }, [live, closed, baseId, quoteId, quantityDecimals, language]);
  useEffect(() => onOwn(own), [own, onOwn]);
  useEffect(() => () => onOwn(undefined), [onOwn]);
  return null;
}
