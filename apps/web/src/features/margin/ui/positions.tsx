import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useConnection } from '../../../realtime/connection.ts';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { pairKey, type Market, type Pair } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { ListFilter } from '../../../shared/ui/list-filter.tsx';
import { Pagination } from '../../../shared/ui/pagination.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { POLL_MS, POSITIONS_PER_PAGE, positionsQuery } from '../api.ts';
import { listedOf } from '../model/position-list.ts';
import {
  LISTS,
  type ListName,
  type MarginAccount,
  type MarginSide,
  type Position,
  type PositionFilter,
} from '../model/position.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';
import { AskedDialog, type Asked } from './asked-dialog.tsx';
import { usePositionColumns } from './position-columns.tsx';
import styles from './positions.module.css';
import { RevokeWaiting } from './revoke-waiting.tsx';

const SIDES = ['long', 'short'] as const satisfies readonly MarginSide[];
const MONEY_DECIMALS = 4;

interface PositionsProps {
  /** The market on the screen. */
  readonly market: Market;
  /** In a contest: the markets whose prices play money is traded at. */
  readonly isOfPlay: ((market: Market) => boolean) | undefined;
}

/**
 * Own positions and orders of all markets in four lists, with all that can be done to them. A
 * filter leaves some out.
 */
export function Positions({ market, isOfPlay }: PositionsProps) {
  const t = useTranslate();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const isPlay = isOfPlay !== undefined;
  const playQuoteId = isPlay ? market.quoteId : undefined;
  const [list, setList] = useState<ListName>('holding');
  const [asked, setAsked] = useState<Asked>();
  const filtering = useFiltering(market, isPlay);
  const { filter } = filtering;
  const { marketOf, currencyOf, quoteIds } = useContractMarkets(market, isOfPlay);
  const live = useMarginAccounts(quoteIds);
  const counts = useCounts({ live, quoteId: playQuoteId });
  const tabs = useTabs(counts);
  const tools = isLoggedIn && (
    <Tools
      market={market}
      list={list}
      filtering={filtering}
      counts={counts}
      isPlay={isPlay}
      onBatch={() => setAsked({ about: 'batch' })}
    />
  );
  return (
    <section
      className={styles['panel']}
      aria-label={t('margin.positions')}
      data-area="orders"
      style={{ gridArea: 'orders' }}
    >
      <TabSet
        label={t('margin.positions')}
        value={list}
        onChange={setList}
        tabs={tabs}
        tools={tools}
      >
        {LISTS.map((name) => (
          <TabContent key={name} name={name}>
            {name === list &&
              (isLoggedIn ? (
                <List
                  key={`${name}:${JSON.stringify(filter)}`}
                  list={name}
                  filter={filter}
                  live={live}
                  marketOf={marketOf}
                  currencyOf={currencyOf}
                  onAsk={setAsked}
                />
              ) : (
                <LoginFirst />
              ))}
          </TabContent>
        ))}
      </TabSet>
      {asked !== undefined && (
        <AskedDialog
          asked={asked}
          live={live}
          playQuoteId={playQuoteId}
          marketOf={marketOf}
          onDone={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** The lists as tabs: each with how many stand in it, where that is known and not zero. */
function useTabs(counts: Counts) {
  const t = useTranslate();
  const label = (name: ListName): string =>
    counts[name]
      ? t('orders.counted', { name: t(`margin.list.${name}`), count: counts[name] })
      : t(`margin.list.${name}`);
  return LISTS.map((name) => ({ name, label: label(name) }));
}

/** The filter of the lists, and what sets it. */
function useFiltering(market: Market, isPlay: boolean) {
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

interface ToolsProps {
  readonly market: Market;
  readonly list: ListName;
  readonly filtering: ReturnType<typeof useFiltering>;
  readonly counts: Counts;
  readonly isPlay: boolean;
  readonly onBatch: () => void;
}

function Tools({ market, list, filtering, counts, isPlay, onBatch }: ToolsProps) {
  const t = useTranslate();
  const { isPairOnly, setPairOnly, side, setSide, filter } = filtering;
  return (
    <span className={styles['tools']}>
      <ListFilter
        isPairOnly={isPairOnly}
        onPairOnly={setPairOnly}
        side={side}
        onSide={setSide}
        sides={SIDES.map((name) => ({ name, label: t(`margin.${name}`) }))}
      />
      {!isPlay && <Link to="/leverList">{t('margin.allRecords')}</Link>}
      {list === 'entrusted' ? (
        <RevokeWaiting
          filter={filter}
          pairs={isPairOnly ? market.symbol : t('orders.allPairs')}
          sides={t(`margin.${side}`)}
          isDisabled={counts.entrusted === 0}
        />
      ) : (
        <Button isSmall disabled={counts.holding === 0} onClick={onBatch}>
          {t('margin.batchClose')}
        </Button>
      )}
    </span>
  );
}

function LoginFirst() {
  const t = useTranslate();
  return (
    <Empty action={<Link to="/components/login">{t('auth.login')}</Link>}>
      {t('margin.loginFirst')}
    </Empty>
  );
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

type Counts = Partial<Record<ListName, number>>;

/**
 * How many positions and orders there are, whatever of them is listed; undefined where that is not
 * known yet.
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
  const { data: entrusted } = useQuery({
    ...positionsQuery('entrusted', filter, 1),
    enabled: isAsked,
    select: ({ total }) => total,
  });
  const count = (list: 'positions' | 'orders'): number | undefined =>
    live?.reduce((sum, account) => sum + account[list].length, 0);
  const known = {
    holding: count('positions') ?? holding,
    entrusted: count('orders') ?? entrusted,
  };
  return Object.fromEntries(Object.entries(known).filter(([, number]) => number !== undefined));
}

interface ListProps {
  readonly list: ListName;
  readonly filter: PositionFilter;
  /** What the socket last told, of all markets. */
  readonly live: readonly MarginAccount[] | undefined;
  readonly marketOf: (pair: Pair) => Market | undefined;
  /** Code of a quote currency. */
  readonly currencyOf: (quoteId: number) => string;
  readonly onAsk: (asked: Asked) => void;
}

function List({ list, filter, live, marketOf, currencyOf, onAsk }: ListProps) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const isLive = useConnection(({ status }) => status === 'live');
  const { data, error, refetch } = useQuery({
    ...positionsQuery(list, filter, page),
    refetchInterval: isLive ? false : POLL_MS,
  });
  const isOpen = list === 'holding';
  const action = (position: Position): ReactNode => (
    <span className={styles['actions']}>
      {isOpen && (
        <Button isSmall look="text" onClick={() => onAsk({ about: 'stops', position })}>
          {t('margin.setStops')}
        </Button>
      )}
      <Button
        isSmall
        look="text"
        onClick={() =>
          onAsk({ about: isOpen && !position.isClosing ? 'close' : 'cancel', position })
        }
      >
        {t(isOpen && !position.isClosing ? 'margin.close' : 'orders.revoke')}
      </Button>
    </span>
  );
  const isEnded = list === 'closed' || list === 'revoked';
  const columns = usePositionColumns({ marketOf, list, ...(isEnded ? {} : { action }) });
  // The event brings all of them, at each price.
  const pushed = isEnded
    ? undefined
    : live &&
      listedOf(
        live.flatMap((account) => (isOpen ? account.positions : account.orders)),
        filter,
      );
  const rows = pushed ?? data?.positions;
  if (rows === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      {isOpen && live !== undefined && <Standings live={live} currencyOf={currencyOf} />}
      <DataTable
        label={t(`margin.list.${list}`)}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<Empty>{t('margin.empty')}</Empty>}
        skeletonRows={3}
        narrow="wideCards"
        marksNew
      />
      {pushed === undefined && data !== undefined && (
        <Pagination
          page={page}
          pageCount={Math.ceil(data.total / POSITIONS_PER_PAGE)}
          onPage={setPage}
        />
      )}
    </>
  );
}

/**
 * How each account stands that has something open: margins of one quote currency stand for each
 * other, those of two do not.
 */
function Standings({
  live,
  currencyOf,
}: {
  readonly live: readonly MarginAccount[];
  readonly currencyOf: ListProps['currencyOf'];
}) {
  const t = useTranslate();
  const language = useLanguage();
  return live
    .filter(({ positions }, place) => positions.length > 0 || place === 0)
    .map(({ quoteId, ratio, equity, profits, positions }) => {
      const currency = currencyOf(quoteId);
      // 0% would read like the worst.
      const rate = positions.length === 0 ? MISSING : `${grouped(ratio, language)}%`;
      return (
        <p key={quoteId} className={styles['standing']}>
          <span>{t('margin.hazard', { rate })}</span>
          <span>
            {t('margin.equity', {
              equity: fixed(equity, MONEY_DECIMALS, { language, rounding: 'down' }),
              currency,
            })}
          </span>
          <span>
            {t('margin.profitAll', {
              profit: fixed(profits, MONEY_DECIMALS, { language }),
              currency,
            })}
          </span>
        </p>
      );
    });
}
