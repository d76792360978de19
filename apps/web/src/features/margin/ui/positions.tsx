import type { LeverPosition, LeverTradeEvent } from '@meridian/contract/margin/calls';
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
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ListFilter } from '../../../shared/ui/list-filter.tsx';
import { Pagination } from '../../../shared/ui/pagination.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import {
  cancelOrder,
  closeMany,
  closePosition,
  POLL_MS,
  POSITIONS_PER_PAGE,
  positionsQuery,
  type ListName,
  type PositionFilter,
} from '../api.ts';
import { limitPrice } from '../model/order-figures.ts';
import { listedOf } from '../model/position-list.ts';
import { useMarginTrades } from '../use-margin-trades.ts';
import { usePositionCall } from '../use-position-call.ts';
import { usePositionColumns } from './position-columns.tsx';
import styles from './positions.module.css';
import { RevokeWaiting } from './revoke-waiting.tsx';
import { StopsDialog } from './stops-dialog.tsx';

const LISTS = ['holding', 'entrusted', 'closed', 'revoked'] as const satisfies readonly ListName[];
const SIDES = ['long', 'short'] as const;
type Side = (typeof SIDES)[number];
const WIRE_SIDE = { long: '1', short: '2' } as const;
const MONEY_DECIMALS = 4;
const WHICH = { all: '0', long: '1', short: '2' } as const;
type Which = keyof typeof WHICH;

/** What is asked about before it is done. */
type Asked =
  | { readonly about: 'close' | 'cancel' | 'stops'; readonly position: LeverPosition }
  | { readonly about: 'batch' };

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
  const [list, setList] = useState<ListName>('holding');
  const [asked, setAsked] = useState<Asked>();
  const [isPairOnly, setPairOnly] = useState(false);
  const [side, setSide] = useState<Side | 'both'>('both');
  const { marketOf, currencyOf, legalIds } = useContractMarkets(market, isOfPlay);
  const live = useMarginTrades(legalIds);
  const counts = useCounts({ live, legalId: isPlay ? market.legal_id : undefined });
  const label = (name: ListName): string =>
    counts[name]
      ? t('orders.counted', { name: t(`margin.list.${name}`), count: counts[name] })
      : t(`margin.list.${name}`);
  const filter: PositionFilter = {
    ...(isPairOnly
      ? { legal_id: market.legal_id, currency_id: market.currency_id }
      : isPlay
        ? { legal_id: market.legal_id }
        : {}),
    ...(side === 'both' ? {} : { type: WIRE_SIDE[side] }),
  };
  const tools = isLoggedIn && (
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
        <Button
          isSmall
          disabled={counts.holding === 0}
          onClick={() => setAsked({ about: 'batch' })}
        >
          {t('margin.batchClose')}
        </Button>
      )}
    </span>
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
        tabs={LISTS.map((name) => ({ name, label: label(name) }))}
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
                <Empty action={<Link to="/components/login">{t('auth.login')}</Link>}>
                  {t('margin.loginFirst')}
                </Empty>
              ))}
          </TabContent>
        ))}
      </TabSet>
      {asked?.about === 'batch' && (
        <BatchDialog
          legalId={isPlay ? market.legal_id : undefined}
          open={live?.flatMap(({ trades_all }) => trades_all)}
          onDone={() => setAsked(undefined)}
        />
      )}
      {asked?.about === 'stops' && (
        <StopsDialog
          position={asOfNow(asked.position, live)}
          market={marketOf(asked.position)}
          onDone={() => setAsked(undefined)}
        />
      )}
      {(asked?.about === 'close' || asked?.about === 'cancel') && (
        <EndDialog
          about={asked.about}
          position={asOfNow(asked.position, live)}
          onDone={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/**
 * A position as the socket last told it: the mark price that its stops are judged by moves while a
 * dialog is open.
 */
function asOfNow(
  position: LeverPosition,
  live: readonly LeverTradeEvent[] | undefined,
): LeverPosition {
  return (
    live?.flatMap(({ trades_all }) => trades_all).find(({ id }) => id === position.id) ?? position
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
  const currencyOf = (legalId: number): string =>
    [market, ...markets].find(({ legal_id }) => legal_id === legalId)?.quote ?? '';
  if (isOfPlay === undefined)
    return {
      marketOf: real,
      currencyOf,
      legalIds: [...new Set([market.legal_id, ...(data ?? []).map(({ id }) => id)])],
    };
  const played = (pair: Pair): Market | undefined =>
    markets.find((each) => each.currency_id === pair.currency_id && isOfPlay(each));
  return { marketOf: played, currencyOf, legalIds: [market.legal_id] };
}

/**
 * How many positions and orders there are, whatever of them is listed; undefined where that is not
 * known yet.
 */
function useCounts({
  live,
  legalId,
}: {
  live: readonly LeverTradeEvent[] | undefined;
  legalId: number | undefined;
}): Partial<Record<ListName, number>> {
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const filter: PositionFilter = legalId === undefined ? {} : { legal_id: legalId };
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
  const count = (list: 'trades_all' | 'trades_entrust'): number | undefined =>
    live?.reduce((sum, event) => sum + event[list].length, 0);
  const known = {
    holding: count('trades_all') ?? holding,
    entrusted: count('trades_entrust') ?? entrusted,
  };
  return Object.fromEntries(Object.entries(known).filter(([, number]) => number !== undefined));
}

function countsBySide(positions: readonly LeverPosition[]): Readonly<Record<Which, number>> {
  const long = positions.filter(({ type }) => type === 1).length;
  return { all: positions.length, long, short: positions.length - long };
}

interface ListProps {
  readonly list: ListName;
  readonly filter: PositionFilter;
  /** What the socket last told, of all markets. */
  readonly live: readonly LeverTradeEvent[] | undefined;
  readonly marketOf: (pair: Pair) => Market | undefined;
  /** How a legal currency is called. */
  readonly currencyOf: (legalId: number) => string;
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
  const action = (position: LeverPosition): ReactNode => (
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
          onAsk({ about: isOpen && position.is_closing === 0 ? 'close' : 'cancel', position })
        }
      >
        {t(isOpen && position.is_closing === 0 ? 'margin.close' : 'orders.revoke')}
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
        live.flatMap((event) => event[isOpen ? 'trades_all' : 'trades_entrust']),
        filter,
      );
  const rows = pushed ?? data?.data;
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
 * How each account stands that has something open: margins of one legal currency stand for each
 * other, those of two do not.
 */
function Standings({
  live,
  currencyOf,
}: {
  readonly live: readonly LeverTradeEvent[];
  readonly currencyOf: ListProps['currencyOf'];
}) {
  const t = useTranslate();
  const language = useLanguage();
  return live
    .filter(({ trades_all }, place) => trades_all.length > 0 || place === 0)
    .map(({ legal_id, hazard_rate, equity_all, profits_all, trades_all }) => {
      const currency = currencyOf(legal_id);
      // 0% would read like the worst.
      const rate = trades_all.length === 0 ? MISSING : `${grouped(hazard_rate, language)}%`;
      return (
        <p key={legal_id} className={styles['standing']}>
          <span>{t('margin.hazard', { rate })}</span>
          <span>
            {t('margin.equity', {
              equity: fixed(equity_all, MONEY_DECIMALS, { language, rounding: 'down' }),
              currency,
            })}
          </span>
          <span>
            {t('margin.profitAll', {
              profit: fixed(profits_all, MONEY_DECIMALS, { language }),
              currency,
            })}
          </span>
        </p>
      );
    });
}

function EndDialog({
  about,
  position,
  onDone,
}: {
  readonly about: 'close' | 'cancel';
  readonly position: LeverPosition;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, symbol, share, type, price, now_price, mark_price, profits } = position;
  const [, currency = ''] = symbol.split('/');
  const side = t(type === 1 ? 'margin.long' : 'margin.short');
  const limit = limitPrice(position);
  const asked = grouped(about === 'close' ? now_price : limit === '0' ? price : limit, language);
  const at = about === 'close' ? `≈ ${asked}` : asked;
  const told = (done: string): string =>
    t('margin.told', { done, side, symbol, lots: share, price: at });
  const { isBusy, send } = usePositionCall(about === 'close' ? closePosition : cancelOrder, {
    told,
    onDone,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t(about === 'close' ? 'margin.closeTitle' : 'margin.cancelTitle')}
      confirmLabel={t(about === 'close' ? 'margin.close' : 'orders.revoke')}
      isBusy={isBusy}
      onConfirm={() => void send({ id })}
      onCancel={onDone}
    >
      <p>
        {t(about === 'close' ? 'margin.closeText' : 'margin.cancelText', {
          side,
          symbol,
          lots: share,
          price: asked,
        })}
      </p>
      {about === 'close' && (
        <p>
          {t('margin.closeProfit', {
            mark: grouped(mark_price, language),
            profit: fixed(profits, MONEY_DECIMALS, { language }),
            currency,
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}

interface BatchDialogProps {
  /** Of play money: of it alone, as real positions are closed without it. */
  readonly legalId: number | undefined;
  /** What is open now; undefined while that is not known. */
  readonly open: readonly LeverPosition[] | undefined;
  readonly onDone: () => void;
}

function BatchDialog({ legalId, open, onDone }: BatchDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const counts = open && countsBySide(open);
  // As of when it was asked: where the first answer was lost, they are gone when the second comes.
  const [asked] = useState(open ?? []);
  const closedBy = (which: string | number): readonly LeverPosition[] =>
    asked.filter(({ type }) => String(which) === WHICH.all || String(which) === String(type));
  const told = (done: string, { type: which }: { type: string | number }): string => {
    const list = closedBy(which).map(({ type, symbol, share, now_price }) =>
      t('margin.toldOne', {
        side: t(type === 1 ? 'margin.long' : 'margin.short'),
        symbol,
        lots: share,
        price: grouped(now_price, language),
      }),
    );
    return list.length === 0 ? done : t('margin.toldMany', { done, list: list.join('; ') });
  };
  const { isBusy, send } = usePositionCall(closeMany, { told, onDone });
  // To close what is open another time is another intention.
  const close = (which: Which): void =>
    void send(
      { type: WHICH[which], ...(legalId === undefined ? {} : { legal_id: legalId }) },
      closedBy(WHICH[which]).map(({ id }) => id),
    );
  return (
    <Dialog
      isOpen
      title={t('margin.batchClose')}
      onClose={onDone}
      actions={<Button onClick={onDone}>{t('action.cancel')}</Button>}
    >
      <div className={styles['fields']}>
        <p>{t('margin.batchText')}</p>
        {(Object.keys(WHICH) as Which[]).map((which) => (
          <Button
            key={which}
            isWide
            look="danger"
            isBusy={isBusy}
            disabled={counts?.[which] === 0}
            onClick={() => close(which)}
          >
            {counts === undefined
              ? t(`margin.batch.${which}`)
              : t('orders.counted', { name: t(`margin.batch.${which}`), count: counts[which] })}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
