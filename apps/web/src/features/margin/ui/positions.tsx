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
} from '../api.ts';
import { limitPrice } from '../model/order-figures.ts';
import { listedOf } from '../model/position-list.ts';
import {
  LISTS,
  type BatchClose,
  type ListName,
  type MarginAccount,
  type MarginSide,
  type Position,
  type PositionFilter,
} from '../model/position.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';
import { usePositionCall } from '../use-position-call.ts';
import { usePositionColumns } from './position-columns.tsx';
import styles from './positions.module.css';
import { RevokeWaiting } from './revoke-waiting.tsx';
import { StopsDialog } from './stops-dialog.tsx';

const SIDES = ['long', 'short'] as const satisfies readonly MarginSide[];
const MONEY_DECIMALS = 4;
const WHICH = ['all', ...SIDES] as const;
type Which = (typeof WHICH)[number];

/** What is asked about before it is done. */
type Asked =
  | { readonly about: 'close' | 'cancel' | 'stops'; readonly position: Position }
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
  const [side, setSide] = useState<MarginSide | 'both'>('both');
  const { marketOf, currencyOf, quoteIds } = useContractMarkets(market, isOfPlay);
  const live = useMarginAccounts(quoteIds);
  const counts = useCounts({ live, quoteId: isPlay ? market.quoteId : undefined });
  const label = (name: ListName): string =>
    counts[name]
      ? t('orders.counted', { name: t(`margin.list.${name}`), count: counts[name] })
      : t(`margin.list.${name}`);
  const filter: PositionFilter = {
    ...(isPairOnly
      ? { baseId: market.baseId, quoteId: market.quoteId }
      : isPlay
        ? { quoteId: market.quoteId }
        : {}),
    ...(side === 'both' ? {} : { side }),
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
          quoteId={isPlay ? market.quoteId : undefined}
          open={live?.flatMap(({ positions }) => positions)}
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
function asOfNow(position: Position, live: readonly MarginAccount[] | undefined): Position {
  return (
    live?.flatMap(({ positions }) => positions).find(({ id }) => id === position.id) ?? position
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
}): Partial<Record<ListName, number>> {
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

function countsBySide(positions: readonly Position[]): Readonly<Record<Which, number>> {
  const long = positions.filter(({ side }) => side === 'long').length;
  return { all: positions.length, long, short: positions.length - long };
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

function EndDialog({
  about,
  position,
  onDone,
}: {
  readonly about: 'close' | 'cancel';
  readonly position: Position;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, symbol, lots, entryPrice, indexPrice, markPrice, profit } = position;
  const [, currency = ''] = symbol.split('/');
  const side = t(`margin.${position.side}`);
  const limit = limitPrice(position);
  const asked = grouped(
    about === 'close' ? indexPrice : limit === '0' ? entryPrice : limit,
    language,
  );
  const at = about === 'close' ? `≈ ${asked}` : asked;
  const told = (done: string): string => t('margin.told', { done, side, symbol, lots, price: at });
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
          lots,
          price: asked,
        })}
      </p>
      {about === 'close' && (
        <p>
          {t('margin.closeProfit', {
            mark: grouped(markPrice, language),
            profit: fixed(profit, MONEY_DECIMALS, { language }),
            currency,
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}

interface BatchDialogProps {
  /** Of play money: of it alone, as real positions are closed without it. */
  readonly quoteId: number | undefined;
  /** What is open now; undefined while that is not known. */
  readonly open: readonly Position[] | undefined;
  readonly onDone: () => void;
}

function BatchDialog({ quoteId, open, onDone }: BatchDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const counts = open && countsBySide(open);
  // As of when it was asked: where the first answer was lost, they are gone when the second comes.
  const [asked] = useState(open ?? []);
  const closedBy = (which: Which): readonly Position[] =>
    asked.filter(({ side }) => which === 'all' || which === side);
  const told = (done: string, { side: which }: BatchClose): string => {
    const list = closedBy(which).map(({ side, symbol, lots, indexPrice }) =>
      t('margin.toldOne', {
        side: t(`margin.${side}`),
        symbol,
        lots,
        price: grouped(indexPrice, language),
      }),
    );
    return list.length === 0 ? done : t('margin.toldMany', { done, list: list.join('; ') });
  };
  const { isBusy, send } = usePositionCall(closeMany, { told, onDone });
  // To close what is open another time is another intention.
  const close = (which: Which): void =>
    void send(
      { side: which, ...(quoteId === undefined ? {} : { quoteId }) },
      closedBy(which).map(({ id }) => id),
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
        {WHICH.map((which) => (
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
