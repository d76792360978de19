import { useInfiniteQuery } from '@tanstack/react-query';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { finishedOrdersQuery } from '../orders-api.ts';
import { TradeTable } from './trade-table.tsx';

const SKELETON_ROWS = 6;

/** Own trades of the market's orders that ended last, each in the colour of one's own side. */
export function OwnTrades({ market }: { readonly market: Market }) {
  const t = useTranslate();
  const { baseId, quoteId } = market;
  const { data, error, refetch } = useInfiniteQuery(
    finishedOrdersQuery({ baseId, quoteId }, useLanguage()),
  );
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={SKELETON_ROWS} />
    ) : (
      <Failure message={error.message} onRetry={() => void refetch()} />
    );
  const trades = data.pages
    .flat()
    .flatMap(({ side, fills }) => fills.map((fill) => ({ ...fill, takerSide: side })))
    .sort((one, other) => other.timeMs - one.timeMs);
  if (trades.length === 0) return <Empty>{t('orders.noDeals')}</Empty>;
  return <TradeTable market={market} trades={trades} />;
}
