import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, ProposalReason, Text, withExamples } from '../schema/scalars.ts';
import { DecimalOut, TimeOut, listOf } from '../schema/answers.ts';
import {
  Bps,
  contractListInput,
  Flag,
  HouseAccount,
  OfficeDone,
  inOffice,
} from '../schema/office-call.ts';

/**
 * Seconds contracts for operators. Their changes apply to positions and tickets opened later: no
 * call of the office takes the id of an open one, and none names a price or a result.
 */

const Duration = Type.Object({
  seconds: Type.Integer(),
  payout_bps: Type.Integer({ description: 'what a won ticket earns, of its stake' }),
  min_stake: DecimalOut,
  max_stake: DecimalOut,
});
export const officeSecondsTerms = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/seconds_terms',
  permission: 'contracts.read',
  summary: 'What seconds contracts are opened under, by market and currency of the stake',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      market: Type.Integer(),
      symbol: Type.String(),
      currency: Type.Integer(),
      currency_name: Type.String(),
      fee_bps: Type.Integer(),
      amounts: Type.Array(DecimalOut),
      durations: Type.Array(Duration),
      exposure_cap: DecimalOut,
      open_delay_ms: Type.Integer({
        description:
          'a ticket opens at the first index whose quotes are all younger by more than this',
      }),
      min_sources: Type.Integer({ description: 'an index of fewer venues opens nothing' }),
      is_open: Type.Boolean(),
      is_marked: Type.Boolean({
        description: 'whether the market is marked for seconds contracts: else none are taken',
      }),
    }),
  ),
});
export const officeSecondsTermsSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/seconds_terms_save',
  permission: 'contracts.write',
  change: 'proposal',
  summary:
    'Lists or changes what seconds contracts of a market and currency are opened under: a journaled command. Open tickets keep what they have',
  input: Type.Object({
    reason: ProposalReason,
    market: withExamples(Id, [1]),
    currency: withExamples(Id, [3]),
    fee_bps: Bps,
    amounts: Type.Optional(
      withExamples(Text(400, 'stakes that are proposed, up to 12, with commas'), ['10,50,100']),
    ),
    durations: withExamples(
      Text(1200, '1 to 12 of seconds:payout_bps:min_stake:max_stake, with commas'),
      ['30:8000:10:5000,60:8300:10:10000'],
    ),
    exposure_cap: withExamples(DecimalText, ['500000']),
    open: Flag,
    open_delay_ms: Type.Optional(withExamples(Id, [500])),
    min_sources: Type.Optional(withExamples(Id, [1])),
  }),
  output: OfficeDone,
});
export const TICKET_QUEUES = ['running', 'closed'] as const;
export const officeSecondsTickets = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/seconds_tickets',
  permission: 'contracts.read',
  summary: 'Tickets of everybody, newest first, each with the two ticks that settle it',
  input: Type.Object({
    ...contractListInput,
    status: Type.Optional(Type.Enum([...TICKET_QUEUES])),
  }),
  output: listOf({
    id: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    symbol: Type.String(),
    currency_name: Type.String(),
    direction: Type.Enum(['up', 'down']),
    seconds: Type.Integer(),
    stake: DecimalOut,
    payout_bps: Type.Integer(),
    fee: Type.String({ description: 'held, or charged once it is over' }),
    result: Type.Enum(['running', 'won', 'lost', 'drawn', 'void']),
    profit: Type.String({
      description: "what the customer's wallet gained or lost, the fee counted; '' while it runs",
    }),
    open_tick: Type.Integer({ description: 'number of the tick, 0 for none' }),
    open_price: Type.String({ description: "'' for none" }),
    settle_tick: Type.Integer(),
    settle_price: Type.String(),
    opened_time: TimeOut,
    due_time: TimeOut,
    closed_time: TimeOut,
  }),
});
export const officeSecondsExposure = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/seconds_exposure',
  permission: 'contracts.read',
  summary:
    'What open tickets could win in each market and currency, beside its cap, and the accounts that pay them',
  input: Type.Object({}),
  output: Type.Object({
    markets: Type.Array(
      Type.Object({
        market: Type.Integer(),
        symbol: Type.String(),
        currency_name: Type.String(),
        up: DecimalOut,
        down: DecimalOut,
        total: DecimalOut,
        cap: Type.String({ description: 'of both directions together' }),
        tickets: Type.Integer(),
        is_open: Type.Boolean(),
      }),
    ),
    accounts: Type.Array(HouseAccount),
  }),
});
/** Win rates of an hour, beside those expected of a fair price. */
const WinRates = Type.Object({
  market: Type.Integer(),
  symbol: Type.String(),
  hour: Type.String({ description: 'YYYY-MM-DD HH:00, Asia/Shanghai' }),
  hour_ms: Type.Integer(),
  tickets: Type.Integer({ description: 'won and lost' }),
  outcomes: Type.Integer({
    description:
      'of up and down tickets; tickets of one direction with the same two ticks count once',
  }),
  won: Type.Integer({ description: 'of the outcomes' }),
  expected: Type.String({
    description:
      "won ones where up and down tickets saw the same share of rises, 2 decimals; '' where one direction is missing",
  }),
  sigma: Type.String({
    description:
      'how many standard deviations the won ones are from the expected, 2 decimals, negative for too few',
  }),
  is_suspicious: Type.Boolean({ description: 'beyond four either way' }),
});
export const officeWinRates = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/seconds_win_rates',
  permission: 'contracts.read',
  summary: 'Win rates of seconds contracts by market and hour of the last two days, newest first',
  input: Type.Object({}),
  output: Type.Array(WinRates),
});
export const officeInsuranceOffers = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/insurance_offers',
  permission: 'contracts.read',
  summary: 'Insurances of seconds contracts that can be bought, or could',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      currency: Type.Integer(),
      currency_name: Type.String(),
      premium_bps: Type.Integer(),
      cover_bps: Type.Integer(),
      min_insured: DecimalOut,
      max_insured: DecimalOut,
      days: Type.Integer(),
      is_open: Type.Boolean(),
    }),
  ),
});
export const officeInsuranceOfferSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/insurance_offer_save',
  permission: 'contracts.write',
  change: 'proposal',
  summary:
    'Lists an insurance (without id), or changes a listed one: a journaled command. Policies that run keep what they have',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(withExamples(Id, [3])),
    currency: withExamples(Id, [3]),
    premium_bps: withExamples(Id, [1_500]),
    cover_bps: withExamples(Id, [2_000]),
    min_insured: withExamples(DecimalText, ['100']),
    max_insured: withExamples(DecimalText, ['10000']),
    days: withExamples(Id, [1]),
    open: Flag,
  }),
  output: Type.Object({ id: Type.Integer() }),
});
