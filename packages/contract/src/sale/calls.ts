import { Type, type Static } from 'typebox';
import { DecimalOut, TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, RowNumber, withExamples } from '../schema/scalars.ts';
import { ENTRIES_LISTED } from './bounds.ts';

/** `deciding`: the end has come, and the numbers not yet. */
export const SALE_STATES = [
  'announced',
  'open',
  'deciding',
  'allotting',
  'vesting',
  'done',
  'cancelled',
  'missed',
] as const;
export type SaleStateOut = (typeof SALE_STATES)[number];
/** `taken`: a debt of its owner ended it before the end. */
export const ENTRY_STATES = ['open', 'settled', 'taken'] as const;

const Money = Type.Intersect([DecimalOut], { description: 'of the currency that is paid' });
const Coins = Type.Intersect([DecimalOut], { description: 'of the coin that is sold' });
const Ms = Type.Integer({ description: 'milliseconds UTC; 0: none' });

export const SaleEntryOut = Type.Object({
  entry: Type.Integer({ description: 'its number, also in the published list' }),
  state: Type.Enum([...ENTRY_STATES]),
  committed: Money,
  allotted: Coins,
  paid: Money,
  refunded: Money,
  bound: Type.Intersect([DecimalOut], { description: 'bought coins that are not free yet' }),
  next_ms: Type.Intersect([Ms], { description: 'when the next part of them is free' }),
});
export type SaleEntryOut = Static<typeof SaleEntryOut>;

export const SaleOut = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  about: Type.String(),
  paper: Type.String({ description: "address of the white paper, '' without one" }),
  cancelled: Type.String({ description: "why it was cancelled, '' where it was not" }),
  state: Type.Enum([...SALE_STATES]),
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  currency_decimals: Type.Integer(),
  paid_id: Type.Integer(),
  paid_name: Type.String(),
  paid_decimals: Type.Integer(),
  lot_number: Type.Intersect([DecimalOut], { description: 'coins of a lot' }),
  lot_price: Type.Intersect([DecimalOut], {
    description: 'price of a lot: what is committed is a multiple of it',
  }),
  supply: Coins,
  target: Type.Intersect([DecimalOut], {
    description:
      'money that has to be wanted at least, else everybody gets everything back; 0: none',
  }),
  min_number: Money,
  max_number: Money,
  cap_number: Type.Intersect([DecimalOut], { description: 'the most that one person buys for' }),
  opens_ms: Ms,
  opens_time: TimeOut,
  closes_ms: Ms,
  closes_time: TimeOut,
  free_rate: Type.String({ description: 'bought coins that are free at once, percent' }),
  cliff_ms: Type.Intersect([Ms], { description: 'when the first part of the rest is free' }),
  instalments: Type.Integer({ description: 'parts of the rest' }),
  instalment_ms: Type.Integer({ description: 'from one part to the next, milliseconds' }),
  entries: Type.Integer({ description: 'people who committed something' }),
  committed: Type.Intersect([DecimalOut], { description: 'by all of them' }),
  demanded: Type.Intersect([DecimalOut], {
    description: 'of it what counts towards the target: at most the cap of each person',
  }),
  sold: Type.Intersect([DecimalOut], { description: 'coins; 0 until the numbers are decided' }),
  paid: Type.Intersect([DecimalOut], { description: 'for them' }),
  published: Type.Boolean({ description: 'whether all entries can be fetched, to recompute it' }),
  terms: Type.String({ description: 'what was announced: JSON, amounts in smallest units' }),
  terms_hash: Type.String({ description: 'SHA-256 of `terms`, recorded before the opening' }),
  texts: Type.String({
    description: 'title, about, paper and codes of the currencies: its SHA-256 is in the terms',
  }),
  my: Type.Union([SaleEntryOut, Type.Null({ description: 'nothing committed, or a guest' })]),
});
export type SaleOut = Static<typeof SaleOut>;

const Commitment = Type.Object({
  id: withExamples(Id, [1]),
  number: Type.Intersect([withExamples(DecimalText, ['100'])], {
    description: 'to be added to what is committed already: the price of whole lots',
  }),
});
const Entry = Type.Object({ entry: Type.Integer() });
const asBuyer = { access: 'private', money: true, area: 'sale' } as const;
const asReader = {
  method: 'GET',
  access: 'optional',
  area: 'sale',
  input: Type.Object({}),
} as const;

export const saleList = defineCall({
  ...asReader,
  path: '/api/sale/list',
  summary: 'Token sales, the newest first, with the own commitments',
  output: Type.Array(SaleOut),
});

export const saleCommit = defineCall({
  ...asBuyer,
  method: 'POST',
  path: '/api/sale/commit',
  summary: 'Commits money to a sale, or more of it: it is held until the end',
  input: Commitment,
  output: Entry,
});

const MyEntry = Type.Object({
  sale: Type.Integer(),
  title: Type.String(),
  currency_name: Type.String(),
  paid_name: Type.String(),
  time: TimeOut,
  ...SaleEntryOut.properties,
});
export type MySaleEntry = Static<typeof MyEntry>;
const asOwner = { method: 'GET', access: 'private', area: 'sale', input: Type.Object({}) } as const;

export const saleMy = defineCall({
  ...asOwner,
  path: '/api/sale/my',
  summary: 'Own commitments to token sales, the newest first',
  output: Type.Array(MyEntry),
});

export const crowdList = defineCall({
  ...asReader,
  path: '/api/crowd/list',
  summary: 'Crowdfunding: sales with a target below which everything is given back',
  output: Type.Array(SaleOut),
});

export const crowdCommit = defineCall({
  ...asBuyer,
  method: 'POST',
  path: '/api/crowd/commit',
  summary: 'Commits money to a crowdfunding, or more of it',
  input: Commitment,
  output: Entry,
});

export const crowdMy = defineCall({
  ...asOwner,
  path: '/api/crowd/my',
  summary: 'Own commitments to crowdfunding, the newest first',
  output: Type.Array(MyEntry),
});

export const saleEntries = defineCall({
  method: 'GET',
  path: '/api/sale/entries',
  access: 'public',
  area: 'sale',
  summary: `All entries of a sale or crowdfunding that is published: who recomputes them gets its result. At most ${ENTRIES_LISTED} an answer`,
  input: Type.Object({
    id: withExamples(Id, [1]),
    after: Type.Optional(RowNumber),
  }),
  output: Type.Object({
    hash: Type.String(),
    terms: Type.String(),
    entries: Type.Array(
      Type.Object({
        entry: Type.Integer(),
        committed: Type.String({ description: 'smallest units, as the following' }),
        allotted: Type.String(),
        paid: Type.String(),
        refunded: Type.String(),
      }),
    ),
  }),
});
