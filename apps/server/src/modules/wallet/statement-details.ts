import type { Language } from '@meridian/contract/languages';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { MarketId } from '@meridian/core/ids';
import type { Wallet } from '@meridian/core/ledger/accounts';
import { formatDecimal } from '@meridian/money/decimal';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { creditKind } from '../account/credit-kind.ts';
import { pairOf, symbolOf } from '../market/translate.ts';
import type { StatementQueryRow } from './queries.ts';
import type { StatementDetail } from './statement-kinds.ts';

/** The market, the order and the subject that a row of a statement belongs to. */
export interface Details {
  /** The kind of movement, in words. */
  readonly info: string;
  /** coin/legal currency, '' for none. */
  readonly market: string;
  /** 0 for none. */
  readonly order: number;
  /** Trade, position, ticket, withdrawal, deal or policy; 0 for none. */
  readonly subject: number;
  /**
   * The other side of the movement: of a trade an amount with its currency, of a transfer the other
   * wallet; '' for every other row.
   */
  readonly counter: string;
  /** Of the chain, '' for none. */
  readonly transaction: string;
}

/** Fills, markets and deals of a page of rows, looked up together. */
interface Found {
  readonly fills: ReadonlyMap<
    string,
    { readonly side: 'buy' | 'sell'; readonly lots: bigint; readonly notional: bigint }
  >;
  /** Markets of positions and tickets. */
  readonly positions: ReadonlyMap<number, MarketId>;
  readonly tickets: ReadonlyMap<number, MarketId>;
  /** Deals of acceptors by the number of their escrow. */
  readonly deals: ReadonlyMap<number, number>;
}

const OF_POSITION: readonly string[] = ['profit', 'loss', 'overnight', 'badDebt'];
const FEES: Readonly<Record<string, StatementDetail>> = {
  '': 'tradeFee',
  position: 'contractFee',
  ticket: 'secondsFee',
  withdrawal: 'withdrawalFee',
};
const ESCROW = 'escrow';

/** Looks up the details of each row. @returns the details in the order of the rows */
export async function detailsOf(
  { queries, live }: { readonly queries: Queries; readonly live: LiveView },
  rows: readonly StatementQueryRow[],
  language: Language,
): Promise<Details[]> {
  const found = await find(queries, rows);
  return rows.map((row) => details(live, row, found, language));
}

async function find(queries: Queries, rows: readonly StatementQueryRow[]): Promise<Found> {
  const subjects = (belongs: (row: StatementQueryRow) => boolean): number[] =>
    rows.filter(belongs).map(({ subject }) => subject);
  return {
    fills: await fillsOf(
      queries,
      rows.filter(({ order }) => order !== 0),
    ),
    positions: await numbersOf(
      subjects(
        ({ reason, reference }) =>
          OF_POSITION.includes(reason) || (reason === 'fee' && reference === 'position'),
      ),
      (list) =>
        sql<NumberRow>`select id, market as value from positions where id in (${list})`.execute(
          queries,
        ),
    ),
    tickets: await numbersOf(
      subjects(
        ({ reason, reference }) =>
          reason === 'ticket' || (reason === 'fee' && reference === 'ticket'),
      ),
      (list) =>
        sql<NumberRow>`select id, market as value from tickets where id in (${list})`.execute(
          queries,
        ),
    ),
    deals: await numbersOf(
      subjects(({ reason, reference }) => reason === 'inSite' && reference === ESCROW),
      (list) =>
        sql<NumberRow>`select escrow as id, id as value from acceptor_deals where escrow in (${list})`.execute(
          queries,
        ),
    ),
  };
}

/** Fills by order and trade. */
async function fillsOf(
  queries: Queries,
  trades: readonly StatementQueryRow[],
): Promise<Found['fills']> {
  if (trades.length === 0) return new Map();
  const fills = await queries
    .selectFrom('fills')
    .select(['order_id', 'trade', 'side', 'quantity_lots', 'notional'])
    .where(
      'order_id',
      'in',
      trades.map(({ order }) => BigInt(order)),
    )
    .where(
      'trade',
      'in',
      trades.map(({ subject }) => BigInt(subject)),
    )
    .execute();
  return new Map(
    fills.map(({ order_id, trade, side, quantity_lots: lots, notional }) => [
      `${order_id} ${trade}`,
      { side, lots, notional },
    ]),
  );
}

interface NumberRow {
  readonly id: string;
  readonly value: string | number;
}

/** A number for each of some ids. Without ids the database is not asked. */
async function numbersOf(
  ids: readonly number[],
  read: (list: ReturnType<typeof sql.join>) => Promise<{ rows: NumberRow[] }>,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await read(sql.join([...new Set(ids)]));
  return new Map(rows.map(({ id, value }) => [Number(id), Number(value)]));
}

function details(
  live: LiveView,
  row: StatementQueryRow,
  found: Found,
  language: Language,
): Details {
  const { reason, subject, reference, order } = row;
  const fill = found.fills.get(`${order} ${subject}`);
  const detail = detailOf(row, fill?.side);
  const info =
    detail === undefined
      ? textOf(language, `statement.reason.${reason}`)
      : textOf(language, `statement.detail.${detail}`);
  const market = live.market(marketOf(row, found));
  const pair = market && pairOf(live, market);
  const isOnChain =
    reason === 'withdrawal' ||
    (reason === 'deposit' && creditKind(reference) === undefined) ||
    reason === 'reversal' ||
    reason === 'repayment';
  return {
    info,
    market: pair === undefined ? '' : symbolOf(pair),
    order,
    subject:
      reason === 'inSite' && reference === ESCROW ? (found.deals.get(subject) ?? 0) : subject,
    counter:
      reason === 'transfer'
        ? textOf(language, `walletName.${reference as Wallet}`)
        : pair !== undefined && fill !== undefined && reason === 'trade'
          ? counterOf(row, fill, {
              base: pair.base,
              quote: pair.quote,
              lotSize: pair.market.lotSize,
            })
          : '',
    transaction: isOnChain ? reference : '',
  };
}

/**
 * Numbers of positions, tickets and deals are apart: the reason and the reference of a row decide
 * which of them its subject is.
 */
function marketOf({ market, reason, reference, subject }: StatementQueryRow, found: Found): number {
  if (market !== 0) return market;
  const isOf = (reasons: readonly string[], kind: string): boolean =>
    reasons.includes(reason) || (reason === 'fee' && reference === kind);
  if (isOf(OF_POSITION, 'position')) return found.positions.get(subject) ?? 0;
  return isOf(['ticket'], 'ticket') ? (found.tickets.get(subject) ?? 0) : 0;
}

function detailOf(
  { reason, reference, amount }: StatementQueryRow,
  side: 'buy' | 'sell' | undefined,
): StatementDetail | undefined {
  if (reason === 'trade') return side;
  if (reason === 'fee') return FEES[reference];
  if (reason === 'inSite')
    return reference === ESCROW
      ? amount > 0n
        ? 'dealBought'
        : 'dealSold'
      : amount > 0n
        ? 'received'
        : 'paid';
  if (reason === 'p2pDeal') return amount > 0n ? 'p2pBought' : 'p2pSold';
  if (reason !== 'credit') return undefined;
  const kind = creditKind(reference);
  return kind === 'funding' ? undefined : kind;
}

/** The other leg of a trade, before its fee: coins for money, money for coins. */
function counterOf(
  { currency, amount }: StatementQueryRow,
  { lots, notional }: { readonly lots: bigint; readonly notional: bigint },
  {
    base,
    quote,
    lotSize,
  }: { readonly base: Currency; readonly quote: Currency; readonly lotSize: bigint },
): string {
  const other = currency === base.id ? quote : base;
  const units = other.id === quote.id ? notional : lots * lotSize;
  return `${formatDecimal(amount > 0n ? -units : units, other.scale)} ${other.code}`;
}
