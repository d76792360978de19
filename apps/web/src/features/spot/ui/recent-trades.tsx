import { lazy, Suspense, useRef, useState } from 'react';
import { useRecentTrades } from '../../../realtime/recent-trades.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { DenseSelect } from '../../../shared/ui/dense-select.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { useInSight } from '../../../shared/ui/use-in-sight.ts';
import { LiveBlock } from './live-block.tsx';
import { TradeTable } from './trade-table.tsx';

const OwnTrades = lazy(async () => ({ default: (await import('./own-trades.tsx')).OwnTrades }));

const SHOWN = 20;
const FILTERS = ['all', 'buys', 'sells', 'mine'] as const;
type Filter = (typeof FILTERS)[number];

/** The newest 20 trades of the market: all, those of one taker's side, or one's own. */
export function RecentTrades({ market }: { readonly market: Market }) {
  const t = useTranslate();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const [chosen, setChosen] = useState<Filter>('all');
  const place = useRef<HTMLElement>(null);
  const isSeen = useInSight(place);
  const filters = FILTERS.filter((name) => name !== 'mine' || isLoggedIn);
  const filter = filters.find((name) => name === chosen) ?? 'all';
  return (
    <Panel
      title={t('trades.title')}
      area="trades"
      ref={place}
      tools={
        <DenseSelect
          label={t('trades.filter')}
          value={filter}
          onChange={setChosen}
          options={filters.map((name) => ({ name, label: t(`trades.filter.${name}`) }))}
        />
      }
    >
      <LiveBlock>
        {filter === 'mine' ? (
          <Suspense fallback={<Skeleton rows={SHOWN} />}>
            <OwnTrades market={market} />
          </Suspense>
        ) : (
          <MarketTrades market={market} filter={filter} isSeen={isSeen} />
        )}
      </LiveBlock>
    </Panel>
  );
}

interface MarketTradesProps {
  readonly market: Market;
  readonly filter: Exclude<Filter, 'mine'>;
  readonly isSeen: boolean;
}

function MarketTrades({ market, filter, isSeen }: MarketTradesProps) {
  const t = useTranslate();
  const { trades, failed, reload } = useRecentTrades(market, isSeen);
  if (trades === undefined)
    return failed ? <Failure onRetry={reload} /> : <Skeleton rows={SHOWN} />;
  const shown = trades.filter(
    ({ takerSide }) => filter === 'all' || (filter === 'buys') === (takerSide === 'buy'),
  );
  if (shown.length === 0) return <Empty>{t('trades.empty')}</Empty>;
  return <TradeTable market={market} trades={shown} />;
}
