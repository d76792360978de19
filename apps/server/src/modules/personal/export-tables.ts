import { resolveLanguage } from '@meridian/contract/languages';
import type { ExportPart } from '@meridian/contract/personal/calls';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { SealedTable } from '../../sealed/sealed-fields.ts';
import { withReasons } from '../inbox/queries.ts';
import { wordsOf } from '../inbox/words.ts';
import {
  plain,
  plains,
  time,
  ms,
  passedMs,
  code,
  codeOf,
  unitsOf,
  units,
  networkOf,
  network,
  codeOfNetwork,
  market,
  inQuote,
  price,
  quantity,
  averageClose,
  feeOfSide,
  rebateOfSide,
  cents,
  fiatPrice,
  usdt,
  textOf,
  type Cell,
  type ExportServices,
  type Row,
} from './export-cells.ts';

type MessageRow = Selectable<Tables['notifications']>;
/** Tables whose rows belong to a user, or to the two sides of a deal. */
type OwnTable =
  | {
      [Table in keyof Tables]: 'user_id' extends keyof Tables[Table] ? Table : never;
    }[keyof Tables]
  | 'p2p_deals'
  | 'p2p_appeals';
export type TablePart = { [Table in OwnTable]: PartOf<Table> }[OwnTable];
interface PartOf<Table extends OwnTable> {
  readonly table: Table;
  /** The column that orders the rows: unique among those of a user. */
  readonly key: keyof Tables[Table] & string;
  /** Which rows are the user's; those with the user in `user_id` where nothing is said. */
  readonly own?: (user: bigint) => RawBuilder<boolean>;
  readonly sealed?: SealedTable;
  /** The rows in the form that their owner sees. */
  readonly shown?: (services: ExportServices, user: number, rows: readonly Row[]) => Promise<Row[]>;
  readonly cells: Readonly<Record<string, Cell<keyof Tables[Table] & string>>>;
}

/** Parts that are rows of a table. `exportPart` reads them, and the others. */
export const TABLE_PARTS: Readonly<Partial<Record<ExportPart, TablePart>>> = {
  payment_accounts: {
    table: 'payment_methods',
    key: 'user_id',
    sealed: 'payment_methods',
    cells: {
      ...plains(
        'real_name',
        'bank_name',
        'bank_account',
        'alipay_account',
        'wechat_nickname',
        'wechat_account',
      ),
      updated_time: time('updated_at'),
    },
  },
  statement: {
    table: 'statements',
    key: 'id',
    cells: {
      ...plains('id'),
      time: ms('time_ms'),
      ...plains('wallet'),
      currency: code,
      amount: units('amount'),
      balance: units('balance_after'),
      ...plains('reason', 'subject', 'reference', 'order_id'),
      market: (row, services) => (row['market'] === null ? '' : market(row, services)),
    },
  },
  orders: {
    table: 'orders',
    key: 'id',
    cells: {
      ...plains('id'),
      time: ms('placed_ms'),
      market,
      ...plains('side', 'type'),
      price: price('price_ticks'),
      quantity: quantity('quantity_lots'),
      filled: quantity('filled_lots'),
      value: inQuote('filled_notional'),
      fee: feeOfSide,
      rebate: rebateOfSide,
      ...plains('time_in_force', 'close_reason'),
      closed_time: ms('closed_ms'),
    },
  },
  trades: {
    table: 'fills',
    key: 'trade',
    cells: {
      ...plains('trade', 'order_id'),
      time: ms('time_ms'),
      market,
      ...plains('side', 'role'),
      price: price('price_ticks'),
      quantity: quantity('quantity_lots'),
      value: inQuote('notional'),
      fee: feeOfSide,
      rebate: rebateOfSide,
    },
  },
  positions: {
    table: 'positions',
    key: 'id',
    cells: {
      ...{
        ...plains('id'),
        time: ms('placed_ms'),
        market,
        ...plains('side', 'status', 'leverage'),
        quantity: quantity('lots'),
        closed_in_parts: quantity('closed_lots'),
        entry_price: price('entry_ticks'),
        close_price: averageClose,
      },
      ...{
        margin: inQuote('margin'),
        ...plains('is_isolated'),
        added_margin: inQuote('added'),
        fee: inQuote('fee'),
        overnight: inQuote('overnight'),
        parts_overnight: inQuote('parts_overnight'),
        profit: inQuote('profit'),
        ...plains('reason'),
        ...{ opened_time: ms('opened_ms'), ended_time: ms('ended_ms') },
      },
    },
  },
  tickets: {
    table: 'tickets',
    key: 'id',
    cells: {
      ...plains('id'),
      time: ms('opened_ms'),
      market,
      currency: code,
      ...plains('direction', 'seconds'),
      stake: units('stake'),
      fee: units('fee'),
      payout: units('payout'),
      ...plains('result'),
      open_price: price('open_ticks'),
      settle_price: price('settle_ticks'),
      charged: units('charged'),
      profit: units('profit'),
      closed_time: ms('closed_ms'),
    },
  },
  locks: {
    table: 'earn_locks',
    key: 'id',
    cells: {
      ...plains('id', 'product', 'kind'),
      time: ms('bought_ms'),
      currency: code,
      principal: units('principal'),
      ...plains('rate_ppb', 'days', 'early_keep_bps', 'renews', 'paid_days'),
      paid: units('paid'),
      ...plains('ended_by'),
      ended_time: ms('ended_ms'),
      kept: units('kept'),
      ...plains('renewed_by'),
    },
  },
  savings: {
    table: 'earn_savings',
    key: 'id',
    cells: {
      ...plains('id', 'product', 'cause'),
      time: ms('time_ms'),
      currency: code,
      amount: units('amount'),
      interest: units('interest'),
      earning: units('earning'),
      pending: units('pending'),
    },
  },
  loans: {
    table: 'loans',
    key: 'id',
    cells: {
      ...plains('id'),
      time: ms('opened_ms'),
      market,
      pledged: unitsOf('pledged', (row) => Number(row['collateral'])),
      principal: units('principal'),
      ...plains('rate_ppb', 'initial_bps', 'warn_bps', 'liquidation_bps', 'fee_bps', 'bound_bps'),
      ...plains('state', 'warnings'),
      ended_time: passedMs('ended_ms'),
    },
  },
  loan_events: {
    table: 'loan_events',
    key: 'id',
    cells: {
      ...plains('loan', 'kind'),
      time: ms('time_ms'),
      market,
      amount: unitsOf('amount', (row) =>
        Number(row[['added', 'removed'].includes(textOf(row['kind'])) ? 'collateral' : 'currency']),
      ),
      interest: units('interest'),
      pledged: unitsOf('pledged', (row) => Number(row['collateral'])),
      principal: units('principal'),
      ...plains('level'),
      mark_price: price('mark_ticks'),
      debt: units('debt'),
      ...plains('order_id'),
      sold: unitsOf('sold', (row) => Number(row['collateral'])),
      proceeds: units('proceeds'),
      fee: units('fee'),
    },
  },
  rebates: {
    table: 'rebate_lines',
    key: 'id',
    cells: {
      ...plains('id', 'day', 'level', 'rate_bps'),
      worth: units('worth'),
      amount: units('amount'),
      time: ms('time_ms'),
    },
  },
  // Without their names: before the end one would be a receipt for a buyer of votes.
  votes: {
    table: 'vote_ballots',
    key: 'round',
    cells: { ...plains('round', 'option'), time: ms('time_ms') },
  },
  sale_entries: {
    table: 'sale_entries',
    key: 'id',
    cells: {
      ...plains('id', 'sale', 'state', 'instalments'),
      // Smallest units of the two currencies of the sale.
      ...plains('committed', 'allotted', 'free', 'paid', 'refunded', 'bound'),
      time: ms('time_ms'),
    },
  },
  deposits: {
    table: 'seen_deposits',
    key: 'id',
    cells: {
      ...plains('id'),
      time: time('seen_at'),
      ...plains('chain'),
      network,
      currency: codeOfNetwork,
      amount: unitsOf('amount', (row, services) => networkOf(row, services)?.currency),
      ...plains('transaction', 'output', 'address'),
      ...plains('status', 'note'),
    },
  },
  withdrawals: {
    table: 'withdrawals',
    key: 'id',
    shown: withdrawalsShown,
    cells: {
      ...plains('id'),
      time: ms('requested_ms'),
      network,
      currency: code,
      amount: units('amount'),
      fee: units('fee'),
      ...plains('address', 'recipient', 'status', 'transaction'),
      ended_time: ms('ended_ms'),
    },
  },
  withdrawal_addresses: {
    table: 'withdrawal_addresses',
    key: 'id',
    cells: {
      ...plains('id'),
      network,
      currency: codeOfNetwork,
      ...plains('address', 'notes'),
      time: time('created_at'),
      removed_time: time('removed_at'),
    },
  },
  claims: {
    table: 'deposit_claims',
    key: 'id',
    cells: {
      ...plains('id'),
      time: time('created_at'),
      currency: code,
      amount: units('amount'),
      ...plains('from_address', 'hash', 'network', 'status', 'reason'),
    },
  },
  deals: {
    table: 'acceptor_deals',
    key: 'id',
    sealed: 'acceptor_deals',
    cells: {
      ...plains('id'),
      time: time('created_at'),
      ...plains('type', 'way', 'mobile', 'deal_holder', 'deal_bank', 'deal_account', 'hes_account'),
      money_cny: cents('money'),
      usdt: usdt('amount'),
      ...plains('status', 'ruling', 'ruling_reason'),
      changed_time: time('updated_at'),
    },
  },
  deal_statements: {
    table: 'deal_statements',
    key: 'id',
    sealed: 'deal_statements',
    cells: {
      ...plains('id', 'deal'),
      time: time('created_at'),
      ...plains('text'),
      pictures: (row) => String((row['pictures'] as readonly string[]).length),
    },
  },
  p2p_ads: {
    table: 'p2p_ads',
    key: 'id',
    cells: {
      ...plains('id', 'side'),
      currency: code,
      total: units('total'),
      surplus: units('surplus'),
      completed: units('completed'),
      withdrawn: units('withdrawn'),
      ...plains('state', 'terms'),
      changed_time: ms('changed_ms'),
    },
  },
  p2p_deals: {
    table: 'p2p_deals',
    key: 'id',
    own: isSide,
    shown: sidesShown,
    cells: {
      ...plains('id', 'ad'),
      // `sidesShown` adds these two.
      side: (row) => textOf(row['side']),
      other: (row) => textOf(row['other']),
      ...{ currency: code, quantity: units('quantity'), price_cny: fiatPrice('price_ticks') },
      money_cny: cents('fiat'),
      ...plains('way', 'state'),
      time: ms('opened_ms'),
      paid_time: passedMs('paid_ms'),
      ended_time: passedMs('ended_ms'),
      ...plains('ended_by'),
      to_buyer: units('to_buyer'),
    },
  },
  p2p_appeals: {
    table: 'p2p_appeals',
    key: 'id',
    own: (user) => sql`deal in (select id from p2p_deals where ${isSide(user)})`,
    shown: appealsShown,
    cells: {
      ...plains('id', 'deal'),
      // `appealsShown` adds side, currency and ruling_reason, and says whose sides the others are.
      side: (row) => textOf(row['side']),
      opened_by: plain('by'),
      ...plains('reason', 'state', 'is_after_end'),
      currency: (row, { live }) => live.currency(Number(row['currency']))?.code ?? '',
      amount: unitsOf('amount', (row) => Number(row['currency'])),
      opened_time: ms('opened_ms'),
      answered_time: passedMs('answered_ms'),
      ended_time: (row) =>
        row['state'] === 'open' ? '' : new Date(Number(row['changed_ms'])).toISOString(),
      to_buyer: unitsOf('to_buyer', (row) => Number(row['currency'])),
      ...plains('fault'),
      ruling_reason: (row) => textOf(row['ruling_reason']),
    },
  },
  p2p_statements: {
    table: 'p2p_statements',
    key: 'id',
    sealed: 'p2p_statements',
    cells: {
      ...plains('id', 'appeal'),
      time: time('created_at'),
      ...plains('text'),
      files: (row) => String((row['files'] as readonly string[]).length),
    },
  },
  conversions: {
    table: 'conversions',
    key: 'id',
    cells: {
      ...plains('id', 'kind', 'subject'),
      time: ms('time_ms'),
      from: codeOf('from_currency'),
      paid: unitsOf('paid', (row) => Number(row['from_currency'])),
      to: codeOf('to_currency'),
      received: unitsOf('received', (row) => Number(row['to_currency'])),
      ...plains('spread_bps', 'book_bps'),
    },
  },
  convert_plans: {
    table: 'convert_plans',
    key: 'id',
    cells: {
      ...plains('id'),
      from: codeOf('from_currency'),
      amount: unitsOf('amount', (row) => Number(row['from_currency'])),
      to: codeOf('to_currency'),
      ...plains('every_days', 'minute', 'max_spread_bps'),
      started_time: ms('started_ms'),
      ended_time: ms('ended_ms'),
    },
  },
  price_alerts: {
    table: 'price_alerts',
    key: 'id',
    cells: {
      id: (row) => String(row['id']),
      market,
      ...plains('direction'),
      price: price('price_ticks'),
      ...plains('repeats', 'is_on', 'note', 'met_count'),
      met_time: time('met_at'),
      time: time('created_at'),
    },
  },
  complaints: {
    table: 'complaints',
    key: 'id',
    sealed: 'complaints',
    cells: {
      ...plains('id', 'subject', 'reason', 'order_number', 'ad', 'deal', 'state'),
      time: time('created_at'),
      changed_time: time('changed_at'),
    },
  },
  complaint_messages: {
    table: 'complaint_messages',
    key: 'id',
    sealed: 'complaint_messages',
    cells: {
      ...plains('id', 'complaint'),
      author: (row) => (row['operator'] === null ? 'customer' : 'support'),
      time: time('created_at'),
      ...plains('text'),
      pictures: (row) => String((row['pictures'] as readonly string[]).length),
    },
  },
  push_devices: {
    table: 'push_subscriptions',
    key: 'id',
    cells: {
      ...plains('device', 'service'),
      created_time: time('created_at'),
      told_time: time('told_at'),
    },
  },
  p2p_webhooks: {
    table: 'p2p_webhooks',
    key: 'user_id',
    sealed: 'p2p_webhooks',
    cells: { ...plains('url', 'is_enabled'), changed_time: time('changed_at') },
  },
  payments: {
    table: 'payment_intents',
    key: 'id',
    sealed: 'payment_intents',
    cells: {
      ...plains('id', 'order_id'),
      time: time('created_at'),
      ...plains('account'),
      money_cny: cents('money'),
      usdt: usdt('amount'),
      ...plains('rate', 'status', 'note'),
      paid_time: time('paid_at'),
    },
  },
  contests: {
    table: 'contest_entries',
    key: 'id',
    cells: {
      ...plains('id', 'season'),
      time: time('joined_at'),
      ...plains('state', 'rank'),
      prize_usdt: usdt('prize'),
    },
  },
  messages: {
    table: 'notifications',
    key: 'id',
    shown: worded,
    cells: {
      ...plains('id'),
      time: time('created_at'),
      ...plains('kind'),
      // `worded` adds these two.
      title: (row) => textOf(row['title']),
      text: (row) => textOf(row['text']),
      read_time: time('read_at'),
    },
  },
  security_history: {
    table: 'security_events',
    key: 'id',
    cells: { ...plains('id'), time: time('created_at'), ...plains('kind', 'device', 'address') },
  },
};

export function isUser(user: bigint): RawBuilder<boolean> {
  return sql`user_id = ${user}`;
}

/** The two sides of a deal. */
function isSide(user: bigint): RawBuilder<boolean> {
  return sql`buyer = ${user} or seller = ${user}`;
}

/** Deals of the marketplace with the user's side, and the number of the other trader. */
function sidesShown(_services: ExportServices, user: number, rows: readonly Row[]): Promise<Row[]> {
  return Promise.resolve(
    rows.map((row) => {
      const isBuyer = Number(row['buyer']) === user;
      return { ...row, side: isBuyer ? 'buy' : 'sell', other: row[isBuyer ? 'seller' : 'buyer'] };
    }),
  );
}

/**
 * Appeals as their two sides see them: with the user's side of the deal, the opener and the party
 * at fault as `own` or `other`, and no ruling before it counts.
 */
async function appealsShown(
  { queries }: ExportServices,
  user: number,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const bigints = (column: string) => rows.map((row) => BigInt(textOf(row[column])));
  const [deals, reasons] = await Promise.all([
    queries
      .selectFrom('p2p_deals')
      .select(['id', 'buyer', 'currency'])
      .where('id', 'in', bigints('deal'))
      .execute(),
    queries.selectFrom('p2p_rulings').selectAll().where('appeal', 'in', bigints('id')).execute(),
  ]);
  return rows.map((row) => {
    const deal = deals.find(({ id }) => id === row['deal']);
    const isBuyer = Number(deal?.buyer) === user;
    const whose = (party: unknown): string =>
      party === (isBuyer ? 'buyer' : 'seller') ? 'own' : 'other';
    const isRuled = row['state'] === 'ruled';
    const reason = reasons.find(
      ({ appeal, ...ruled }) =>
        appeal === row['id'] &&
        (['operator', 'to_buyer', 'fault', 'bond_cut'] as const).every(
          (field) => ruled[field] === row[field],
        ),
    );
    return {
      ...row,
      side: isBuyer ? 'buy' : 'sell',
      by: whose(row['by']),
      currency: deal?.currency,
      to_buyer: isRuled ? row['to_buyer'] : null,
      fault: !isRuled ? '' : row['fault'] === 'nobody' ? 'nobody' : whose(row['fault']),
      ruling_reason: isRuled ? (reason?.reason ?? '') : '',
    };
  });
}

/** Withdrawals in the form of their list. */
async function withdrawalsShown(
  { queries, live }: ExportServices,
  _user: number,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const withdrawals = rows.map(({ id }) => BigInt(textOf(id)));
  const kept = await queries
    .selectFrom('confirmed_fees')
    .selectAll()
    .where('withdrawal', 'in', withdrawals)
    .execute();
  const confirmed = new Map(kept.map(({ withdrawal, fee }) => [withdrawal, fee]));
  return rows.map((row) => ({
    ...row,
    ...live.custody.shownWithdrawal({
      network: Number(row['network']),
      recipient: BigInt(textOf(row['recipient'])),
      status: textOf(row['status']),
      fee: BigInt(textOf(row['fee'])),
      confirmedFee: confirmed.get(BigInt(textOf(row['id']))) ?? null,
    }),
  }));
}

/** Messages as they were sent: in the language of the account. */
async function worded(
  { queries, live }: ExportServices,
  user: number,
  rows: readonly Row[],
): Promise<Row[]> {
  const { language } = await queries
    .selectFrom('users')
    .select('language')
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
  const told = await withReasons(queries, rows as readonly unknown[] as readonly MessageRow[]);
  return told.map((row) => ({ ...row, ...wordsOf(live, row, resolveLanguage(language)) }));
}
