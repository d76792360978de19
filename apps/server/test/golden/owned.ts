import type { GoldenAnswer } from './golden-set.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * The part of an answer that belongs to its person and that no price moves: the place of its rows,
 * and their fields.
 */
const OWNED: Readonly<
  Record<string, { readonly rows: (message: Row) => unknown; readonly fields: string }>
> = {
  '/api/transaction_open': {
    rows: ({ list }) => list,
    fields: 'id create_time_ms currency_id legal_id type price number total_number complete_number',
  },
  '/api/transaction_complete': {
    rows: ({ list }) => list,
    fields:
      'id time_ms currency_id legal_id type mode price number total_number total in_fee out_fee status reason',
  },
  '/api/lever/my_trade': {
    rows: ({ message }) => (message as Row)['data'],
    fields:
      'id type status currency_id legal_id multiple share number price target_profit_price stop_loss_price origin_caution_money trade_fee create_time_ms',
  },
  '/api/microtrade/lists': {
    rows: ({ data }) => data,
    fields:
      'id match_id currency_id type seconds number fee open_price create_time_ms end_time_ms open_tick',
  },
  '/api/microtrade/payable_currencies': { rows: (message) => message, fields: 'id user_insurance' },
  '/api/wallet/withdrawals': {
    rows: ({ list }) => list,
    fields: 'id currency network number fee received address status',
  },
  '/api/wallet/deposits': {
    rows: ({ list }) => list,
    fields: 'id currency network number address hash status',
  },
  '/api/acceptor/my_deal': {
    rows: ({ list }) => list,
    fields: 'id type mobile deal_account way money number is_sure is_marked is_disputed',
  },
  '/api/wallet/legal_log': { rows: ({ list }) => list, fields: 'id value' },
  '/api/wallet/list': {
    rows: balances,
    fields:
      'currency legal_balance lock_legal_balance change_balance lock_change_balance micro_balance lock_micro_balance lever_balance lock_lever_balance',
  },
};

/**
 * Each currency is listed in each of the four wallets with the same balances. Without those of
 * which nothing is there: a newer build may list further currencies.
 */
function balances(message: Row): unknown {
  return ['legal_wallet', 'change_wallet', 'micro_wallet', 'lever_wallet'].flatMap((wallet) =>
    (message[wallet] as { balance: Row[] }).balance.filter((row) =>
      Object.entries(row).some(([name, value]) => name.endsWith('_balance') && value !== '0'),
    ),
  );
}

/**
 * The property of a person in an answer, as rows of a few fields. Throws where the answer is a
 * refusal, or of a call that is not known here.
 */
export function ownedBy({ path, answer }: Pick<GoldenAnswer, 'path' | 'answer'>): Row[] {
  const known = OWNED[path];
  const { message, code } = answer as { message?: Row; code?: unknown };
  if (known === undefined || message === undefined || typeof code === 'string')
    throw new Error(`${path} answers ${JSON.stringify(answer)}`);
  const rows = known.rows(message) as Row[];
  return rows.map((row) =>
    Object.fromEntries(known.fields.split(' ').map((field) => [field, row[field]])),
  );
}
