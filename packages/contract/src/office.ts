import { Type, type TProperties } from 'typebox';
import { ADJUSTMENT_STATES } from './adjustment-states.ts';
import { defineCall } from './call.ts';
import { LANGUAGES } from './languages.ts';
import { DecimalText, Id, Page, ProposalReason, Text } from './scalars.ts';
import { SETTING_KEYS } from './settings.ts';

/** Rows on a page of a list. */
export const OFFICE_ROWS = 25;

const inOffice = { area: 'office' } as const;
export const officeLogin = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/login',
  access: 'public',
  summary: 'Opens a session of an operator',
  input: Type.Object({
    account: Text(120, 'e-mail address'),
    password: Type.String({ maxLength: 128 }),
    totp: Type.Optional(Text(16, 'code of the authenticator, where there is one')),
  }),
  output: Type.String({ description: 'the session token, for the Authorization header' }),
});
export const officeLogout = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/logout',
  access: 'operator',
  permission: 'any',
  change: { free: 'it ends the own session' },
  summary: 'Ends the session',
  input: Type.Object({}),
  output: Type.String(),
});

const Time = Type.String({
  description: "YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where there is none",
});
const Done = Type.String({ description: 'text for the operator' });
const listInput = { page: Type.Optional(Page), q: Type.Optional(Text(120, 'what to look for')) };
const listOf = <P extends TProperties>(row: P) =>
  Type.Object({ list: Type.Array(Type.Object(row)), total: Type.Integer(), page: Type.Integer() });

export const dashboard = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/dashboard',
  access: 'operator',
  permission: 'dashboard.read',
  summary: 'Sums of the ledger, health, open work',
  input: Type.Object({}),
  output: Type.Object({
    seq: Type.Integer({ description: 'sequence number that the sums reflect' }),
    sums: Type.Array(
      Type.Object({
        currency: Type.Integer(),
        currency_name: Type.String(),
        customers: Type.String({ description: 'what all customers have, available and held' }),
        house: Type.String({ description: 'fees, house, insurance, rounding, market making' }),
        outside: Type.String({ description: 'what the outside world owes: the others, negative' }),
        sum: Type.String({ description: 'of all accounts: zero, or the books are wrong' }),
      }),
    ),
    engine: Type.String({ description: '`running`, or why not' }),
    projector_lag: Type.Integer({ description: 'commands that the read models are behind' }),
    alarms: Type.Array(Type.String(), {
      description:
        "`clock`: the clock of the machine has stepped and is not followed; `read_models`: histories are made anew from the journal; `cancel_only`: nothing but cancels is taken; `quarantine`: a command that broke the core is held back; `audit_log`: the operators' log is not what it was; `chain_nodes`: a chain stands still, because a node of it does not answer or its two nodes contradict each other",
    }),
    users: Type.Integer(),
    identity_queue: Type.Integer({ description: 'applications that wait for a review' }),
    adjustment_queue: Type.Integer({ description: 'adjustments that wait for a second person' }),
    withdrawal_queue: Type.Integer({ description: 'withdrawals that wait for an operator' }),
    payment_queue: Type.Integer({
      description: 'payments through the gateway that wait for an operator',
    }),
    claim_queue: Type.Integer({ description: 'claims of deposits that wait for an operator' }),
    proposal_queue: Type.Integer({ description: 'changes that wait for a second operator' }),
  }),
});

const userRow = {
  id: Type.Integer(),
  account: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  account_number: Type.String(),
  review_status: Type.Integer(),
  is_frozen: Type.Boolean(),
  created_time: Time,
};
export const officeUsers = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/users',
  access: 'operator',
  permission: 'users.read',
  summary:
    'Customers: by the beginning of account, e-mail address, phone or account number, or by id. `total` is counted to 10,000',
  input: Type.Object(listInput),
  output: listOf(userRow),
});
export const officeUser = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/user',
  access: 'operator',
  permission: 'users.read',
  summary: 'A customer: profile, balances, sessions, security history',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...userRow,
    closed_time: Time,
    legal_hold: Type.String({ description: "why nothing of theirs is erased, '' without a hold" }),
    referrer: Type.Integer({ description: 'user id, 0 without' }),
    totp: Type.Boolean(),
    passkeys: Type.Integer(),
    withdrawals_held_until: Time,
    balances: Type.Array(
      Type.Object({
        wallet: Type.String(),
        currency_name: Type.String(),
        available: Type.String(),
        held: Type.String(),
      }),
    ),
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        device: Type.String(),
        address: Type.String(),
        created_time: Time,
        last_used_time: Time,
      }),
    ),
    history: Type.Array(
      Type.Object({
        kind: Type.String(),
        device: Type.String(),
        address: Type.String(),
        created_time: Time,
      }),
    ),
  }),
});
export const officeUserFreeze = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/user_freeze',
  access: 'operator',
  permission: 'users.freeze',
  change: 'proposal',
  asksCode: true,
  summary: 'Freezes an account and ends its sessions, at once. Opening it again is a proposal',
  input: Type.Object({ id: Id, frozen: Type.Enum(['0', '1']), reason: Text(300) }),
  output: Done,
});
export const officeLegalHold = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/legal_hold',
  access: 'operator',
  permission: 'users.freeze',
  change: 'decision',
  summary: 'Keeps the personal data of a customer from being erased, or lets it go',
  input: Type.Object({ id: Id, held: Type.Enum(['0', '1']), reason: Text(300) }),
  output: Done,
});
export const officeSessionEnd = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/session_end',
  access: 'operator',
  permission: 'users.freeze',
  change: { free: 'a customer logs in again' },
  summary: "Ends a customer's session",
  input: Type.Object({ user: Id, id: Text(36) }),
  output: Done,
});

const applicationRow = {
  id: Type.Integer(),
  user: Type.Integer(),
  account: Type.String(),
  kind: Type.Enum(['identity', 'assets']),
  status: Type.Integer({ description: '1 waits, 2 approved, 3 rejected' }),
  name: Type.String(),
  submitted_time: Time,
  reviewed_time: Time,
};
export const officeApplications = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/applications',
  access: 'operator',
  permission: 'identity.review',
  summary: 'Applications of identity, the longest waiting first',
  input: Type.Object({ ...listInput, status: Type.Optional(Type.Enum(['1', '2', '3'])) }),
  output: listOf(applicationRow),
});
export const officeApplication = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/application',
  access: 'operator',
  permission: 'identity.review',
  summary: 'An application. Opening it is logged: it shows pictures',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...applicationRow,
    card_type: Type.String(),
    card_id: Type.String(),
    reason: Type.String(),
    pictures: Type.Array(Type.String(), {
      description:
        'links, good for ten minutes for the session that asked: with its Authorization header',
    }),
    same_document: Type.Array(Type.Integer(), { description: 'other users with this document' }),
  }),
});
export const officeReview = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/review',
  access: 'operator',
  permission: 'identity.review',
  decides: true,
  change: 'decision',
  summary: 'Approves or rejects an application',
  input: Type.Object({
    id: Id,
    approved: Type.Enum(['0', '1']),
    reason: Type.Optional(Text(300, 'for the customer; needed to reject')),
  }),
  output: Done,
});

const articleRow = {
  id: Type.Integer(),
  c_id: Type.Integer(),
  title: Type.String(),
  languages: Type.Array(Type.String()),
  updated_time: Time,
};
const translation = {
  language: Type.Enum([...LANGUAGES]),
  title: Type.String(),
  abstract: Type.String(),
  content: Type.String({ description: 'HTML' }),
};
export const officeArticles = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/articles',
  access: 'operator',
  permission: 'content.write',
  summary: 'Articles of all categories',
  input: Type.Object({ ...listInput, c_id: Type.Optional(Id) }),
  output: listOf(articleRow),
});
export const officeArticle = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/article',
  access: 'operator',
  permission: 'content.write',
  summary: 'An article in all languages that it has',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...articleRow,
    thumbnail: Type.String(),
    translations: Type.Array(Type.Object(translation)),
  }),
});
export const officeArticleSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/article_save',
  access: 'operator',
  permission: 'content.write',
  change: { free: 'a text of the site' },
  summary:
    'Writes an article in one language; a new one without id. What could run is taken out of its HTML',
  // A form spends nine bytes on a Chinese character.
  bodyBytes: 512 * 1024,
  input: Type.Object({
    id: Type.Optional(Id),
    c_id: Id,
    thumbnail: Type.Optional(Text(300)),
    language: Type.Enum([...LANGUAGES]),
    title: Text(200),
    abstract: Type.Optional(Text(500)),
    content: Type.String({ maxLength: 50_000 }),
  }),
  output: Type.Object({ id: Type.Integer() }),
});
export const officeArticleDelete = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/article_delete',
  access: 'operator',
  permission: 'content.write',
  change: { free: 'a text of the site' },
  summary: 'Removes an article in one language, or in all',
  input: Type.Object({ id: Id, language: Type.Optional(Type.Enum([...LANGUAGES])) }),
  output: Done,
});

export const officePictureAdd = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/picture_add',
  access: 'operator',
  permission: 'content.write',
  change: { free: 'a picture of the site' },
  summary:
    'Takes one jpg, png or webp of up to 4 MB for an article, encodes it anew. Everybody can see it',
  input: Type.Object({}),
  multipart: true,
  output: Type.String({ description: 'path of the picture, for thumbnails and texts' }),
});

export const officeSettings = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/settings',
  access: 'operator',
  permission: 'settings.write',
  summary: 'Settings of the site',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      key: Type.Enum(SETTING_KEYS),
      value: Type.String(),
      set_time: Type.String({
        description: "when it was set, YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where it never was",
      }),
    }),
  ),
});
export const officeSettingSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/setting_save',
  access: 'operator',
  permission: 'settings.write',
  change: 'proposal',
  summary: 'Sets one of them',
  input: Type.Object({
    reason: ProposalReason,
    key: Type.Enum(SETTING_KEYS),
    value: Type.Optional(Text(300, 'nothing: as if it had never been set')),
  }),
  output: Done,
});

const currencyRow = {
  id: Type.Integer(),
  code: Type.String(),
  scale: Type.Integer({ description: 'decimals of the smallest unit; it never changes' }),
  markets: Type.Integer({ description: 'markets that trade it' }),
};
export const officeCurrencies = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/currencies',
  access: 'operator',
  permission: 'any',
  summary: 'Currencies that accounts can be held in',
  input: Type.Object({}),
  output: Type.Array(Type.Object(currencyRow)),
});
export const officeCurrencySave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/currency_save',
  access: 'operator',
  permission: 'markets.write',
  change: 'proposal',
  summary:
    'Lists a currency (without id), or changes the code of a listed one: a journaled command',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(Id),
    code: Text(10, '2 to 10 upper case letters and digits'),
    scale: Type.Optional(
      Type.Enum(['8', '7', '6', '5', '4', '3', '2', '1', '0'], {
        description:
          'decimals of the smallest unit, of a new currency; 8 where left out. All coins together must stay below 2^63 of these units',
      }),
    ),
  }),
  output: Type.Object({ id: Type.Integer() }),
});

const STATUSES = ['open', 'cancelOnly', 'closed'] as const;
const flag = Type.Enum([0, 1]);
const marketRow = {
  id: Type.Integer(),
  symbol: Type.String(),
  base: Type.Integer(),
  quote: Type.Integer(),
  tick_size: Type.String(),
  lot_size: Type.String(),
  maker_fee_bps: Type.Integer(),
  taker_fee_bps: Type.Integer(),
  min_total: Type.String({ description: 'least worth of an order, in quote currency' }),
  max_quantity: Type.String({ description: 'most of one order, in base currency' }),
  max_open_orders: Type.Integer({ description: 'of one user' }),
  band_bps: Type.Integer({
    description: 'how far from the index orders may be; 0: no band, no index needed',
  }),
  slippage_bps: Type.Integer({
    description:
      'how far from the best price and from the index a market order stops; 0: no cap but the band',
  }),
  status: Type.Enum([...STATUSES]),
  is_display: flag,
  open_microtrade: flag,
};
const marketRules = {
  maker_fee_bps: Id,
  taker_fee_bps: Id,
  min_total: DecimalText,
  max_quantity: DecimalText,
  max_open_orders: Id,
  band_bps: Id,
  slippage_bps: Id,
  status: Type.Enum([...STATUSES]),
  is_display: Type.Enum(['0', '1']),
  open_microtrade: Type.Enum(['0', '1']),
};
export const officeMarkets = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/markets',
  access: 'operator',
  permission: 'markets.write',
  summary: 'Markets with their rules',
  input: Type.Object({}),
  output: Type.Array(Type.Object(marketRow)),
});
export const officeMarketAdd = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/market_add',
  access: 'operator',
  permission: 'markets.write',
  change: 'proposal',
  summary: 'Lists a market: a journaled command. Its currencies, tick and lot can never be changed',
  input: Type.Object({
    reason: ProposalReason,
    base: Id,
    quote: Id,
    tick_size: DecimalText,
    lot_size: DecimalText,
    ...marketRules,
  }),
  output: Type.Object({ id: Type.Integer() }),
});
export const officeMarketSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/market_save',
  access: 'operator',
  permission: 'markets.write',
  change: 'proposal',
  summary:
    'Changes the rules of a market: a journaled command. Tick and lot of a listed market stay',
  input: Type.Object({ reason: ProposalReason, id: Id, ...marketRules }),
  output: Done,
});

export const officeAudit = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/audit',
  access: 'operator',
  permission: 'audit.read',
  summary: 'What operators did, newest first',
  input: Type.Object(listInput),
  output: listOf({
    id: Type.Integer(),
    operator: Type.String(),
    action: Type.String(),
    subject: Type.String(),
    user: Type.Integer({
      description: 'the customer that the subject, or the one of what is proposed, names; 0: none',
    }),
    account: Type.String({ description: "their account's name now; '' where there is none" }),
    before: Type.String({ description: 'JSON' }),
    after: Type.String({ description: 'JSON' }),
    address: Type.String(),
    created_time: Time,
    hash: Type.String(),
  }),
});
export const officeAuditVerify = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/audit_verify',
  access: 'operator',
  permission: 'audit.read',
  summary: 'Recomputes the chain of the log',
  input: Type.Object({}),
  output: Type.Object({
    entries: Type.Integer(),
    broken_at: Type.Integer({ description: 'first entry that does not fit, 0 where all do' }),
  }),
});

const adjustmentRow = {
  id: Type.Integer(),
  user: Type.Integer(),
  account: Type.String(),
  wallet: Type.String(),
  currency_name: Type.String(),
  amount: Type.String(),
  reason: Type.String(),
  state: Type.Enum([...ADJUSTMENT_STATES]),
  proposed_by: Type.String(),
  proposed_time: Time,
  decided_by: Type.String(),
  decided_time: Time,
};
export const officeAdjustments = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/adjustments',
  access: 'operator',
  permission: 'users.read',
  summary: 'Adjustments of balances, newest first',
  input: Type.Object({
    page: Type.Optional(Page),
    state: Type.Optional(Type.Enum([...ADJUSTMENT_STATES])),
  }),
  output: listOf(adjustmentRow),
});
export const officeAdjustmentPropose = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/adjustment_propose',
  access: 'operator',
  permission: 'adjustments.propose',
  change: { free: 'another operator decides it' },
  summary: "Proposes to pay a customer from the house's account",
  input: Type.Object({
    user: Id,
    wallet: Type.Enum(['spot', 'margin', 'seconds', 'p2p']),
    currency: Id,
    amount: DecimalText,
    reason: Text(300),
  }),
  output: Type.Object({ id: Type.Integer() }),
});
export const officeAdjustmentDecide = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/adjustment_decide',
  access: 'operator',
  permission: 'adjustments.approve',
  decides: true,
  change: 'decision',
  summary: 'Approves or rejects it. Never who proposed it',
  input: Type.Object({ id: Id, approved: Type.Enum(['0', '1']) }),
  output: Done,
});
