import { Type } from 'typebox';
import { DecimalOut, TimeOut, listOf } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Flag, OfficeDone, inOffice, listInput } from '../schema/office-call.ts';
import { DecimalText, Id, ProposalReason, withExamples } from '../schema/scalars.ts';

/**
 * Products that pay interest, for operators. A change of terms reaches purchases to come, and
 * savings from the next midnight on: no call of the office takes the id of a lock.
 */

const Kind = Type.Enum(['wealth', 'pledge', 'savings']);

export const officeEarnProducts = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/earn_products',
  permission: 'contracts.read',
  summary: 'Products that pay interest, with the source and the pool of each',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: Kind,
      currency: Type.Integer(),
      currency_name: Type.String(),
      rate_ppb: Type.Integer({ description: 'interest of a day, in billionths of the principal' }),
      days: Type.Integer({ description: '0 for savings' }),
      min: DecimalOut,
      max: DecimalOut,
      capacity: DecimalOut,
      day_quota: DecimalOut,
      early_keep_bps: Type.String({ description: "'' without early exit" }),
      lend_bps: Type.Integer(),
      is_open: Type.Boolean(),
      principal: Type.String({ description: 'of all customers' }),
      today: Type.String({ description: 'principal that came in today' }),
      lent: DecimalOut,
      idle: DecimalOut,
      reserved: Type.String({ description: 'interest that the source has promised' }),
      budget: Type.String({ description: 'what the source has beyond that' }),
      running_ppb: Type.Integer({ description: 'rate of the running day of savings, else 0' }),
    }),
  ),
});

export const officeEarnProductSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/earn_product_save',
  permission: 'contracts.write',
  change: 'proposal',
  summary:
    'Lists a product that pays interest (without id), or changes a listed one for purchases to come: a journaled command',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(withExamples(Id, [1])),
    kind: Kind,
    currency: withExamples(Id, [3]),
    rate_ppb: withExamples(Id, [219_178]),
    days: withExamples(Id, [30]),
    min: withExamples(DecimalText, ['10']),
    max: withExamples(DecimalText, ['50000']),
    capacity: withExamples(DecimalText, ['5000000']),
    day_quota: withExamples(DecimalText, ['500000']),
    early_keep_bps: Type.Optional(withExamples(Id, [5_000])),
    lend_bps: Type.Optional(withExamples(Id, [0])),
    open: Flag,
  }),
  output: Type.Object({ id: Type.Integer() }),
});

export const officeEarnFund = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/earn_fund',
  permission: 'house.move',
  change: 'proposal',
  summary:
    "Moves money between the house's spot wallet and the source of a product. What is promised to customers stays",
  input: Type.Object({
    reason: ProposalReason,
    product: withExamples(Id, [1]),
    direction: Type.Enum(['in', 'out']),
    amount: withExamples(DecimalText, ['1000']),
  }),
  output: OfficeDone,
});

export const LOCK_QUEUES = ['ongoing', 'finished'] as const;
export const officeEarnLocks = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/earn_locks',
  permission: 'contracts.read',
  summary: 'Locks of everybody, newest first',
  input: Type.Object({
    ...listInput,
    product: Type.Optional(withExamples(Id, [1])),
    status: Type.Optional(Type.Enum([...LOCK_QUEUES])),
  }),
  output: listOf({
    id: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    product: Type.Integer(),
    kind: Kind,
    currency_name: Type.String(),
    principal: DecimalOut,
    rate_ppb: Type.Integer(),
    days: Type.Integer(),
    days_paid: Type.Integer(),
    interest_paid: DecimalOut,
    reserved: DecimalOut,
    renews: Type.Boolean(),
    ended_by: Type.Enum(['', 'matured', 'exited', 'collected']),
    renewed_by: Type.Integer(),
    bought_time: TimeOut,
    ends_time: TimeOut,
    ended_time: TimeOut,
  }),
});

export const officeEarnSavings = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/earn_savings',
  permission: 'contracts.read',
  summary: 'Savings of everybody, by product',
  input: Type.Object({ ...listInput, product: Type.Optional(withExamples(Id, [1])) }),
  output: listOf({
    id: Type.String({ description: 'product and user' }),
    user: Type.Integer(),
    account: Type.String(),
    product: Type.Integer(),
    currency_name: Type.String(),
    earning: DecimalOut,
    pending: DecimalOut,
    interest: Type.String({ description: 'earned and not paid out, rounded down' }),
    is_auto: Type.Boolean(),
  }),
});
