import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Page } from '../schema/scalars.ts';

/**
 * The contract contest: paper trading. All members start a season with the same balance of play
 * money and trade the same contracts at the same prices as with real money, through `lever/*` with
 * the `legal_id` of the play currency.
 */
const inContest = { area: 'contest' } as const;
const Time = Type.Integer({ description: 'milliseconds UTC' });
const Play = Type.String({ description: 'play money' });
const Percent = Type.String({
  description: 'percent of the starting balance, two decimals, signed',
});

/** Rows of a page of the ranking. */
export const RANKING_ROWS = 20;
/** Code of the play currency. No other currency may have it, and only contests give it. */
export const PLAY_CURRENCY = 'PLAY';
/**
 * `upcoming` may be joined already; `closing` closes open positions; `ended` has its final ranking.
 */
export const CONTEST_STATES = ['upcoming', 'running', 'closing', 'ended'] as const;
export type ContestState = (typeof CONTEST_STATES)[number];

const Season = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  state: Type.Enum([...CONTEST_STATES]),
  start_time: Time,
  end_time: Time,
  start_balance: Play,
  participants: Type.Integer(),
  prize_currency: Type.String(),
  prizes: Type.Array(
    Type.Object({
      from_rank: Type.Integer(),
      to_rank: Type.Integer(),
      amount: Type.String({ description: 'for each of these ranks' }),
    }),
  ),
});

const Row = Type.Object({
  rank: Type.Integer(),
  name: Type.String({ description: 'masked account' }),
  equity: Play,
  return_rate: Percent,
  is_me: Type.Enum([0, 1]),
  prize: Type.String({ description: "'' where there is none" }),
});

export const contestInfo = defineCall({
  ...inContest,
  access: 'optional',
  method: 'GET',
  path: '/api/contest/info',
  summary:
    'A season: the one of that id, else the one that runs, else the next, else the last; null where there never was one. With the own entry of who is logged in',
  input: Type.Object({ id: Type.Optional(Id) }),
  output: Type.Object({
    season: Type.Union([Season, Type.Null()]),
    me: Type.Union([
      Type.Object({
        rank: Type.Integer({ description: '0 before the first ranking' }),
        equity: Play,
        return_rate: Percent,
        prize: Type.String({ description: "'' where there is none" }),
        prize_state: Type.Enum(['none', 'needs_identity', 'waiting', 'paid']),
        joined_time: Time,
        days: Type.Array(
          Type.Object({
            day: Type.String({
              description: 'YYYY-MM-DD, Asia/Shanghai; the equity as that day began',
            }),
            equity: Play,
            rank: Type.Integer(),
          }),
        ),
      }),
      Type.Null(),
    ]),
    play_legal_id: Type.Integer({
      description: '`legal_id` of the play currency; 0 where there never was a season',
    }),
    price_legal_id: Type.Integer({
      description:
        'charts, books and prices are those of the market of the same coin against this currency',
    }),
    markets: Type.Array(Type.Object({ currency_id: Type.Integer(), symbol: Type.String() })),
  }),
});

export const contestRanking = defineCall({
  ...inContest,
  access: 'optional',
  method: 'GET',
  path: '/api/contest/ranking',
  summary:
    'The ranking of a season by return; at most a few seconds old while it runs, final when it has ended',
  input: Type.Object({ id: Id, page: Type.Optional(Page) }),
  output: Type.Object({
    list: Type.Array(Row),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
    time: Time,
  }),
});

export const contestList = defineCall({
  ...inContest,
  access: 'public',
  method: 'GET',
  path: '/api/contest/list',
  summary: 'All seasons, newest first, at most 50',
  input: Type.Object({}),
  output: Type.Array(Season),
});

export const contestJoin = defineCall({
  ...inContest,
  access: 'private',
  method: 'POST',
  path: '/api/contest/join',
  money: true,
  summary: 'Enters a season that runs or is to come: once, with the starting balance',
  input: Type.Object({ id: Id }),
  output: Type.String({ description: 'text for the person' }),
});
