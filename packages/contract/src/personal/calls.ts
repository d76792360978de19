import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Text } from '../schema/scalars.ts';

/** Parts of a customer's data export, in their order: all data kept about the customer. */
export const EXPORT_PARTS = [
  'profile',
  'identity',
  'payment_accounts',
  'balances',
  'statement',
  'orders',
  'trades',
  'positions',
  'tickets',
  'locks',
  'savings',
  'interest',
  'loans',
  'loan_events',
  'rebates',
  'votes',
  'sale_entries',
  'deposits',
  'withdrawals',
  'withdrawal_addresses',
  'claims',
  'deals',
  'deal_statements',
  'p2p_ads',
  'p2p_deals',
  'p2p_appeals',
  'p2p_statements',
  'conversions',
  'convert_plans',
  'price_alerts',
  'complaints',
  'complaint_messages',
  'p2p_webhooks',
  'payments',
  'contests',
  'messages',
  'push_devices',
  'sessions',
  'security_history',
] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];
/** Rows of one answer. */
export const EXPORT_PART_ROWS = 1000;
/** Exports that one customer may begin in 24 hours. */
export const EXPORTS_PER_DAY = 3;
/** Minutes in which the parts of one export can be read. */
export const EXPORT_MINUTES = 60;

/** Reasons why an account cannot be closed, in the order of the checks. */
export const CLOSING_OBSTACLES = [
  'account_has_orders',
  'account_has_withdrawals',
  'account_has_deals',
  'account_has_balance',
] as const;

const inArea = { area: 'account', access: 'private' } as const;

export const dataExport = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/user/data_export',
  cost: 20,
  summary: `Begins to take the own data along. Needs a step-up, ${EXPORTS_PER_DAY} times a day; the owner is told. For an hour this session reads the parts`,
  input: Type.Object({}),
  output: Type.Object({
    parts: Type.Array(Type.Enum([...EXPORT_PARTS])),
    made_time: Type.String({ description: 'UTC, ISO 8601' }),
  }),
});

export const dataExportPart = defineCall({
  ...inArea,
  method: 'GET',
  path: '/api/user/data_export_part',
  cost: 10,
  summary: `Up to ${EXPORT_PART_ROWS} rows of a part, oldest first. Times are UTC, ISO 8601; amounts are decimals of their currency`,
  input: Type.Object({
    part: Type.Enum([...EXPORT_PARTS]),
    after: Type.Optional(Text(40, '`next` of the answer before')),
  }),
  output: Type.Object({
    head: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Type.String())),
    next: Type.String({ description: "'' at the end" }),
  }),
});

export const accountClose = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/user/close',
  cost: 20,
  summary:
    'Closes the own account for ever. Needs a step-up, and that nothing is left in it or under way',
  input: Type.Object({
    account: Text(120, 'the e-mail address or phone number of the account, typed again'),
  }),
  output: Type.String({ description: 'text for the person' }),
});
