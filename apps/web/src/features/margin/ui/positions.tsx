import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { pairKey, type Market, type Pair } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { LoginFirst } from '../../../shared/ui/login-first.tsx';
import { Skeleton } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { closeOrdersQuery, positionsQuery } from '../positions-api.ts';
import { waitingOf } from '../model/close-order.ts';
import {
  LISTS,
  type ListName,
  type MarginAccount,
  type MarginSide,
  type Position,
  type PositionFilter,
} from '../model/position.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';
import type { Counts, Filtering } from './dock-filter.ts';
import { CloseAllDialog, ContractAssets, DockTools, OwnPositions } from './later.ts';
import styles from './positions.module.css';

type TabName = ListName | 'assets';

interface PositionsProps {
  /** The market on the screen. */
  readonly market: Market;
  /** In a contest: the markets whose prices play money is traded at. */
  readonly isOfPlay: ((market: Market) => boolean) | undefined;
  readonly isPhone: boolean;
  /** The way to a first position. */
  readonly onTrade: () => void;
}

/**
 * Own positions and orders of all markets, their history, and the wallet that pays for them. A
 * filter leaves some out.
 */
export function Positions({ market, isOfPlay, isPhone, onTrade }: PositionsProps) {
  const t = useTranslate();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const isPlay = isOfPlay !== undefined;
  const playQuoteId = isPlay ? market.quoteId : undefined;
  const [tab, setTab] = useState<TabName>('holding');
  const [isClosingAll, setClosingAll] = useState(false);
  const filtering = useFiltering(market, isPlay);
  const { filter } = filtering;
  const { marketOf, currencyOf, quoteIds } = useContractMarkets(market, isOfPlay);
  const live = useMarginAccounts(quoteIds);
  const counts = useCounts({ live, quoteId: playQuoteId });
  const names: readonly TabName[] = isPlay ? LISTS : [...LISTS, 'assets'];
  const tabs = names.map((name) => ({ name, label: counted(name, counts, t) }));
  const tools = isLoggedIn && tab !== 'assets' && (
    <Suspense>
      <DockTools
        market={market}
        list={tab}
        filtering={filtering}
        counts={counts}
        isPlay={isPlay}
        onCloseAll={() => setClosingAll(true)}
      />
    </Suspense>
  );
  return (
    <section
      className={styles['panel']}
      aria-label={t('margin.positions')}
      data-area="orders"
      style={{ gridArea: 'orders' }}
    >
      <TabSet label={t('margin.positions')} value={tab} onChange={setTab} tabs={tabs} tools={tools}>
        {names.map((name) => (
          <TabContent key={name} name={name}>
            {name === tab && !isLoggedIn && <LoginFirst message={t('margin.loginFirst')} />}
            {name === tab && isLoggedIn && (
              <div className={styles['scroll']}>
                <Suspense fallback={<Skeleton rows={3} height={44} />}>
                  {name === 'assets' ? (
                    <ContractAssets live={live} />
                  ) : (
                    <OwnPositions
                      key={`${name}:${JSON.stringify(filter)}`}
                      {...{ list: name, filter, live, marketOf, currencyOf, isPhone, onTrade }}
                    />
                  )}
                </Suspense>
              </div>
            )}
          </TabContent>
        ))}
      </TabSet>
      {isClosingAll && (
        <Suspense>
          <CloseAllDialog
            quoteId={playQuoteId}
            open={live?.flatMap(({ positions }) => positions)}
            {...{ currencyOf, marketOf }}
            onDone={() => setClosingAll(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The name of a tab with how many stand in it, where that is known and not zero. */
function counted(name: TabName, counts: Counts, t: ReturnType<typeof useTranslate>): string {
  const label = t(`margin.list.${name}`);
  const count = name === 'assets' ? undefined : counts[name];
  return count ? t('orders.counted', { name: label, count }) : label;
}

/** The filter of the lists, and its setters. */
function useFiltering(market: Market, isPlay: boolean): Filtering {
  const [isPairOnly, setPairOnly] = useState(false);
  const [side, setSide] = useState<MarginSide | 'both'>('both');
  const filter: PositionFilter = {
    ...(isPairOnly
      ? { baseId: market.baseId, quoteId: market.quoteId }
      : isPlay
        ? { quoteId: market.quoteId }
        : {}),
    ...(side === 'both' ? {} : { side }),
  };
  return { isPairOnly, setPairOnly, side, setSide, filter };
}

/**
 * The markets that positions of this page are in: all with real money, or those of a contest with
 * play money.
 */
function useContractMarkets(market: Market, isOfPlay: PositionsProps['isOfPlay']) {
  const { data } = useQuery(marketsQuery);
  const markets = data?.flatMap((group) => group.markets) ?? [];
  const real = (pair: Pair): Market | undefined => markets.find(({ key }) => key === pairKey(pair));
  const currencyOf = (id: number): string =>
    [market, ...markets].find(({ quoteId }) => quoteId === id)?.quote ?? '';
  if (isOfPlay === undefined)
    return {
      marketOf: real,
      currencyOf,
      quoteIds: [...new Set([market.quoteId, ...(data ?? []).map(({ id }) => id)])],
    };
  const played = (pair: Pair): Market | undefined =>
    markets.find((each) => each.baseId === pair.baseId && isOfPlay(each));
  return { marketOf: played, currencyOf, quoteIds: [market.quoteId] };
}

/**
 * The number of positions and of orders, independent of the filter; undefined where it is not known
 * yet.
 */
function useCounts({
  live,
  quoteId,
}: {
  live: readonly MarginAccount[] | undefined;
  quoteId: number | undefined;
}): Counts {
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const filter: PositionFilter = quoteId === undefined ? {} : { quoteId };
  const isAsked = isLoggedIn && live === undefined;
  const { data: holding } = useQuery({
    ...positionsQuery('holding', filter, 1),
    enabled: isAsked,
    select: ({ total }) => total,
  });
  const { data: orders } = useQuery({
    ...positionsQuery('entrusted', filter, 1),
    enabled: isAsked,
    select: ({ total }) => total,
  });
  const { data: closes } = useQuery({
    ...closeOrdersQuery(filter),
    enabled: isAsked,
    select: ({ length }) => length,
  });
  const entrusted = orders === undefined || closes === undefined ? undefined : orders + closes;
  const count = (of: (account: MarginAccount) => readonly Position[]): number | undefined =>
    live?.reduce((sum, account) => sum + of(account).length, 0);
  const known = {
    holding: count(({ positions }) => positions) ?? holding,
    entrusted: count(waitingOf) ?? entrusted,
  };
  return Object.fromEntries(Object.entries(known).filter(([, number]) => number !== undefined));
}
