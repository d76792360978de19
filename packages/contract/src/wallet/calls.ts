import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, Page, Text } from '../schema/scalars.ts';
import { DecimalOut } from '../schema/answers.ts';

/** Rows of a page of the statement: without `limit`, and at most. */
export const STATEMENT_ROWS = { default: 20, most: 100 } as const;

const Flag = Type.Enum([0, 1]);

/** The wire's names of the wallets in fields. */
export const WALLET_FIELDS = ['change', 'lever', 'micro', 'legal'] as const;
const WalletField = Type.Enum([...WALLET_FIELDS]);

/** One currency in all four wallets. `lock_*` is held by orders and other owners of holds. */
export const BalanceRow = Type.Object({
  currency: Type.Integer({ description: 'currency id' }),
  currency_name: Type.String(),
  currency_type: Type.String({ description: 'lower-case code: btc, eth, usdt ...' }),
  decimals: Type.Integer({ description: 'that an amount of it can have' }),
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
  lever_profits: Type.String({
    description:
      "profits of open leveraged positions at the index, nights taken off; with a minus for a loss, '0' without positions",
  }),
  savings_balance: Type.String({ description: 'in savings, with the interest so far' }),
  loan_debt: Type.String({ description: 'owed of loans, with the interest so far' }),
  usdt_price: Type.String({ description: "USDT for one coin, '0' where no market tells" }),
  logo: Type.String(),
});
export type BalanceRow = Static<typeof BalanceRow>;

const WalletBalances = Type.Object({
  balance: Type.Array(BalanceRow),
  usdt_totle: Type.String({
    description:
      'worth of the wallet in USDT, available and locked, in the lever wallet with open profits and losses, rounded down',
  }),
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
    is_starting: Type.Enum([0, 1], { description: 'deposits and withdrawals open within moments' }),
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

/** The kind of a movement, and the objects that it belongs to. */
const belongings = {
  info: Type.String({ description: "what it was, in the caller's language" }),
  market: Type.String({
    description: "coin/legal currency of a trade, contract or seconds contract; '' otherwise",
  }),
  order: Type.Integer({ description: 'the order of a trade and its fee; 0 otherwise' }),
  subject: Type.Integer({
    description:
      'number of the trade, position, seconds contract, withdrawal, deal or policy; 0 for none',
  }),
  counter: Type.String({
    description:
      "what moved the other way: an amount with its currency, or the other account; '' for none",
  }),
  transaction: Type.String({ description: "of the chain, '' for none" }),
};

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
  ...belongings,
});
export type StatementRow = Static<typeof StatementRow>;

export const accountList = defineCall({
  method: 'POST',
  path: '/api/account/list',
  access: 'private',
  area: 'wallet',
  summary: 'Statement of all wallets, newest first',
  input: Type.Object({
    page: Type.Optional(Page),
    limit: Type.Optional(Id),
    currency: Type.Optional(Id),
    account: Type.Optional(WalletField),
  }),
  output: Type.Object({
    data: Type.Array(StatementRow),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});

/** Numbers of the wallets in `legal_log` (3 and `lever` are the same). */
export const WALLET_NUMBERS = {
  '1': 'legal',
  '2': 'change',
  '3': 'lever',
  '4': 'micro',
  lever: 'lever',
} as const;

const inWallet = { area: 'wallet', access: 'private' } as const;

export const walletDetail = defineCall({
  ...inWallet,
  method: 'POST',
  path: '/api/wallet/detail',
  summary: 'One currency in the four wallets',
  input: Type.Object({
    currency: Id,
    type: Type.Optional(Text(20, 'ignored: all wallets are answered')),
  }),
  output: Type.Object({
    ...BalanceRow.properties,
    cny_price: Type.String({ description: 'CNY for one coin, 2 decimals' }),
  }),
});

/** Rows of a page of a wallet's log. */
export const LOG_ROWS = 20;
const LogRow = Type.Object({
  id: Type.Integer(),
  value: DecimalOut,
  ...belongings,
  created_time: Type.String(),
  created_time_ms: Type.Integer(),
  balance: DecimalOut,
});

export const walletLog = defineCall({
  ...inWallet,
  method: 'POST',
  path: '/api/wallet/legal_log',
  summary: 'Statement of one currency in one wallet, newest first',
  input: Type.Object({
    type: Type.Enum(Object.keys(WALLET_NUMBERS)),
    currency: Id,
    page: Type.Optional(Page),
  }),
  output: Type.Object({ list: Type.Array(LogRow), page: Type.Integer(), limit: Type.Integer() }),
});

export const transferHistory = defineCall({
  ...inWallet,
  method: 'POST',
  path: '/api/wallet/transfers',
  summary: 'Transfers between the own wallets, newest first',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        type: Type.String({ description: "from and to, in the caller's language" }),
        from_field: WalletField,
        to_field: WalletField,
        currency: Type.Integer(),
        currency_name: Type.String(),
        number: DecimalOut,
        add_time: Type.String(),
      }),
    ),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});

export const walletChange = defineCall({
  ...inWallet,
  method: 'POST',
  path: '/api/wallet/change',
  money: true,
  summary: 'Moves available money between two of the own wallets',
  input: Type.Object({
    number: DecimalText,
    currency_id: Id,
    from_field: Type.Optional(WalletField),
    to_field: Type.Optional(WalletField),
    type: Type.Optional(
      Type.Enum(['1', '2'], {
        description: 'in place of the fields: 1 legal to change, 2 change to legal',
      }),
    ),
  }),
  output: Type.String({ description: 'text for the person' }),
});

const CurrencyFlags = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  currency_type: Type.String(),
  is_match: Flag,
  is_legal: Flag,
  is_lever: Flag,
  is_micro: Flag,
  is_withdrawable: Flag,
  logo: Type.String(),
});
export const walletCurrencies = defineCall({
  ...inWallet,
  method: 'GET',
  path: '/api/wallet/currencylist',
  summary: 'Currencies, and what each is for',
  input: Type.Object({}),
  output: Type.Array(CurrencyFlags),
});
/** Most rows of an exported statement: the newest. */
export const EXPORT_ROWS = 10_000;
export const statementExport = defineCall({
  ...inWallet,
  method: 'POST',
  path: '/api/wallet/export',
  summary: 'The statement as a CSV file, formulas made harmless',
  cost: 100,
  input: Type.Object({ account: Type.Optional(WalletField), currency: Type.Optional(Id) }),
  output: Type.Object({ name: Type.String({ description: 'of the file' }), csv: Type.String() }),
});
