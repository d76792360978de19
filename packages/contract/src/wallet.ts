import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Id, Page, Text } from './scalars.ts';

/** Rows of a page of the statement without `limit`, and at most. */
export const STATEMENT_ROWS = { default: 20, most: 100 } as const;

const DecimalOut = Type.String({ description: 'plain decimal' });
const Flag = Type.Enum([0, 1]);

/** One currency in all four wallets. `lock_*` is what orders and the like hold. */
export const BalanceRow = Type.Object({
  currency: Type.Integer({ description: 'currency id' }),
  currency_name: Type.String(),
  currency_type: Type.String({ description: 'lower-case code: btc, eth, usdt ...' }),
  is_match: Flag,
  is_legal: Flag,
  is_lever: Flag,
  is_micro: Flag,
  legal_balance: DecimalOut,
  lock_legal_balance: DecimalOut,
  change_balance: DecimalOut,
  lock_change_balance: DecimalOut,
  micro_balance: DecimalOut,
  lock_micro_balance: DecimalOut,
  lever_balance: DecimalOut,
  lock_lever_balance: DecimalOut,
  usdt_price: Type.String({ description: "USDT for one coin, '0' where no market tells" }),
  logo: Type.String(),
});
export type BalanceRow = Static<typeof BalanceRow>;

const WalletBalances = Type.Object({
  balance: Type.Array(BalanceRow),
  usdt_totle: Type.String({ description: 'worth of the wallet in USDT, available and locked, rounded down' }),
});

export const walletList = defineCall({
  method: 'POST',
  path: '/api/wallet/list',
  access: 'private',
  area: 'wallet',
  summary: 'Balances of the four wallets',
  input: Type.Object({}),
  output: Type.Object({
    legal_wallet: WalletBalances,
    change_wallet: WalletBalances,
    micro_wallet: WalletBalances,
    lever_wallet: WalletBalances,
    is_open_CTbi: Flag,
    seq: Type.Integer({ description: 'the change of the exchange that this answer reflects' }),
  }),
});

export const walletListRows = defineCall({
  method: 'GET',
  path: '/api/wallet/list',
  access: 'private',
  area: 'wallet',
  summary: 'Balances of the exchange wallet, one row for each currency',
  input: Type.Object({ user_id: Type.Optional(Text(64, 'ignored: the session decides')) }),
  output: Type.Array(
    Type.Object({
      currency: Type.Integer(),
      token: Type.String({ description: 'currency code' }),
      balance: Type.String({ description: 'available' }),
      lock_balance: DecimalOut,
      usdt_price: DecimalOut,
    }),
  ),
});

/** One movement of an account: `value` is signed and counts available and locked together. */
export const StatementRow = Type.Object({
  id: Type.Integer(),
  created_time: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
  created_time_ms: Type.Integer({ description: 'milliseconds UTC' }),
  account: Type.Enum(['legal', 'change', 'micro', 'lever']),
  currency: Type.Integer(),
  currency_name: Type.String(),
  value: DecimalOut,
  balance: Type.String({ description: 'available and locked after it' }),
  info: Type.String({ description: "what it was, in the caller's language" }),
});
export type StatementRow = Static<typeof StatementRow>;

export const accountList = defineCall({
  method: 'POST',
  path: '/api/account/list',
  access: 'private',
  area: 'wallet',
  summary: 'Statement of all wallets, newest first',
  input: Type.Object({ page: Type.Optional(Page), limit: Type.Optional(Id), currency: Type.Optional(Id) }),
  output: Type.Object({ data: Type.Array(StatementRow), page: Type.Integer(), limit: Type.Integer() }),
});
