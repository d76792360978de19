import { Type, type TProperties } from 'typebox';
import { defineCall } from './call.ts';
import { DecimalText, Id, Page, ProposalReason, Text, withExamples } from './scalars.ts';

/**
 * Contracts as operators see them. What they change is what positions and tickets are opened under
 * from then on: no call of the office takes the number of one that is open, and none names a price
 * or a result.
 */
const inOffice = { area: 'office', access: 'operator' } as const;
const Time = Type.String({
  description: "YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where there is none",
});
const Decimal = Type.String({ description: 'plain decimal' });
const Count = Type.Integer();
const Done = Type.String({ description: 'text for the operator' });
const Bps = withExamples(Id, [5]);
const Flag = Type.Enum(['0', '1']);
const listOf = <P extends TProperties>(row: P) =>
  Type.Object({ list: Type.Array(Type.Object(row)), total: Count, page: Count });
const listInput = {
  page: Type.Optional(Page),
  q: Type.Optional(Text(120, 'how the account begins, or the id of a user')),
  market: Type.Optional(withExamples(Id, [1])),
};

export const officeMarginTerms = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/margin_terms',
  permission: 'contracts.read',
  summary: 'What leveraged contracts are opened under, for each market that is listed',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'of the market' }),
      symbol: Type.String(),
      base_name: Type.String(),
      quote_name: Type.String(),
      is_offered: Type.Boolean({
        description: 'false where the market never had terms: all else is empty then',
      }),
      leverages: Type.Array(Count),
      lot_size: Type.String({ description: 'base currency' }),
      min_lots: Count,
      max_lots: Count,
      spread_bps: Count,
      fee_bps: Count,
      overnight_bps: Count,
      maintenance_percent: Count,
      exposure_cap: Type.String({ description: 'quote currency, for each side' }),
      is_open: Type.Boolean(),
      fill_delay_ms: Type.Integer({
        description:
          'an order fills at the first index whose quotes are all younger by more than this',
      }),
      fill_timeout_ms: Type.Integer({ description: 'how long it waits for one before it is void' }),
      slippage_bps: Type.Integer({
        description: 'how far from the index of the command a market order may fill',
      }),
      liquidation_fee_bps: Type.Integer({
        description: 'of the contract value, from what a liquidation leaves, to insurance',
      }),
      house_move_bps: Type.Integer({
        description: 'the house must be able to pay for a move of this size',
      }),
      min_sources: Type.Integer({ description: 'an index of fewer venues opens nothing' }),
    }),
  ),
});
export const officeMarginTermsSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/margin_terms_save',
  permission: 'contracts.write',
  change: 'proposal',
  summary:
    'Changes what leveraged contracts of a market are opened under: a journaled command. Open positions keep what they have',
  input: Type.Object({
    reason: ProposalReason,
    id: withExamples(Id, [1]),
    leverages: withExamples(Text(120, '1 to 20 whole numbers up to 1,000, with commas'), [
      '5,10,20',
    ]),
    lot_size: withExamples(DecimalText, ['0.001']),
    min_lots: withExamples(Id, [1]),
    max_lots: withExamples(Id, [100_000]),
    spread_bps: Bps,
    fee_bps: Bps,
    overnight_bps: Bps,
    maintenance_percent: withExamples(Id, [30]),
    exposure_cap: withExamples(DecimalText, ['20000000']),
    open: Flag,
    fill_delay_ms: Type.Optional(withExamples(Id, [100])),
    fill_timeout_ms: Type.Optional(withExamples(Id, [10_000])),
    slippage_bps: Type.Optional(Bps),
    liquidation_fee_bps: Type.Optional(Bps),
    house_move_bps: Type.Optional(withExamples(Id, [1_000])),
    min_sources: Type.Optional(withExamples(Id, [1])),
  }),
  output: Done,
});

export const officeMarginPositions = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/margin_positions',
  permission: 'contracts.read',
  summary: 'Open positions of everybody, newest first',
  input: Type.Object(listInput),
  output: listOf({
    id: Count,
    user: Count,
    account: Type.String(),
    market: Count,
    symbol: Type.String(),
    quote_name: Type.String(),
    side: Type.Enum(['long', 'short']),
    leverage: Count,
    lots: Count,
    number: Type.String({ description: 'base currency' }),
    entry_price: Decimal,
    mark_price: Type.String({ description: 'the index' }),
    liquidation_price: Type.String({
      description: "if no other market moved; '' where nothing would do it",
    }),
    take_profit_price: Type.String({ description: "'' for none" }),
    stop_loss_price: Type.String({ description: "'' for none" }),
    value: Type.String({ description: 'at entry' }),
    margin: Decimal,
    fee: Decimal,
    overnight: Decimal,
    profit: Type.String({ description: 'at the index, nights aside' }),
    margin_ratio: Type.String({ description: 'of the account that it belongs to, percent' }),
    maintenance_percent: Count,
    opened_time: Time,
  }),
});

const Account = Type.Object({
  owner: Type.Enum(['house', 'insurance']),
  wallet: Type.String(),
  currency_name: Type.String(),
  available: Decimal,
  owed: Type.String({
    description:
      'what it would pay if all that is open ended now at its worst for the house that is known; 0 where nothing',
  }),
});
export const officeMarginExposure = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/margin_exposure',
  permission: 'contracts.read',
  summary:
    'What customers are long and short in each market, beside its cap, and the accounts that pay them',
  input: Type.Object({}),
  output: Type.Object({
    markets: Type.Array(
      Type.Object({
        market: Count,
        symbol: Type.String(),
        quote_name: Type.String(),
        long: Decimal,
        short: Decimal,
        cap: Type.String({ description: 'of each side' }),
        positions: Count,
        profits: Type.String({ description: 'of customers, at the mark price' }),
        is_open: Type.Boolean(),
      }),
    ),
    accounts: Type.Array(Account),
  }),
});

const Duration = Type.Object({
  seconds: Count,
  payout_bps: Type.Integer({ description: 'what a won ticket earns, of its stake' }),
  min_stake: Decimal,
  max_stake: Decimal,
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
      market: Count,
      symbol: Type.String(),
      currency: Count,
      currency_name: Type.String(),
      fee_bps: Count,
      amounts: Type.Array(Decimal),
      durations: Type.Array(Duration),
      exposure_cap: Decimal,
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
  output: Done,
});

export const TICKET_QUEUES = ['running', 'closed'] as const;
export const officeSecondsTickets = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/seconds_tickets',
  permission: 'contracts.read',
  summary: 'Tickets of everybody, newest first, each with the two ticks that settle it',
  input: Type.Object({ ...listInput, status: Type.Optional(Type.Enum([...TICKET_QUEUES])) }),
  output: listOf({
    id: Count,
    user: Count,
    account: Type.String(),
    symbol: Type.String(),
    currency_name: Type.String(),
    direction: Type.Enum(['up', 'down']),
    seconds: Count,
    stake: Decimal,
    payout_bps: Count,
    fee: Type.String({ description: 'held, or charged once it is over' }),
    result: Type.Enum(['running', 'won', 'lost', 'drawn', 'void']),
    profit: Type.String({
      description: "what the customer's wallet gained or lost, the fee counted; '' while it runs",
    }),
    open_tick: Type.Integer({ description: 'number of the tick, 0 for none' }),
    open_price: Type.String({ description: "'' for none" }),
    settle_tick: Count,
    settle_price: Type.String(),
    opened_time: Time,
    due_time: Time,
    closed_time: Time,
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
        market: Count,
        symbol: Type.String(),
        currency_name: Type.String(),
        up: Decimal,
        down: Decimal,
        total: Decimal,
        cap: Type.String({ description: 'of both directions together' }),
        tickets: Count,
        is_open: Type.Boolean(),
      }),
    ),
    accounts: Type.Array(Account),
  }),
});

/** Win rates of an hour beside what is expected of a fair price. */
const WinRates = Type.Object({
  market: Count,
  symbol: Type.String(),
  hour: Type.String({ description: 'YYYY-MM-DD HH:00, Asia/Shanghai' }),
  hour_ms: Count,
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
      id: Count,
      currency: Count,
      currency_name: Type.String(),
      premium_bps: Count,
      cover_bps: Count,
      min_insured: Decimal,
      max_insured: Decimal,
      days: Count,
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
  output: Type.Object({ id: Count }),
});
