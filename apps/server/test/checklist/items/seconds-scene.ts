import {
  breakBegin,
  insuranceBuy,
  insuranceCancel,
  lossLimitSet,
  secondsSubmit,
  secondsTicket,
  secondsTickets,
  timeLimitSet,
} from '@meridian/contract/seconds/calls';
import { asNewcomer, asNobody, asTrader, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';
import { bring } from './wallet-scene.ts';

/** Good calls about seconds contracts, their insurances and own limits. */
export const SECONDS_RECIPES: Recipes = [
  [
    secondsSubmit,
    asTrader(
      async (customer) => (
        await bring(customer, 'micro'),
        { match_id: '1', currency_id: '3', type: '1', seconds: '30', number: '10' }
      ),
    ),
  ],
  [secondsTicket, asNobody(async (scene) => ({ id: await closedTicket(scene) }))],
  [secondsTickets, asTrader(() => ({ status: '1' }))],
  [
    insuranceBuy,
    asTrader(
      async (customer) => (await bring(customer, 'micro'), { insurance_type: '3', number: '100' }),
    ),
  ],
  [insuranceCancel, asTrader(async (customer) => ({ id: await insurance(customer) }))],
  [lossLimitSet, asNewcomer(() => ({ currency_id: '3', number: '100' }))],
  [timeLimitSet, asNewcomer(() => ({ minutes: '60' }))],
  [breakBegin, asNewcomer(() => ({ days: '1' }))],
];

export async function insurance(customer: Customer): Promise<string> {
  await bring(customer, 'micro');
  return String((await customer.ask(insuranceBuy, { insurance_type: 3, number: '100' })).id);
}

/** A closed ticket. */
async function closedTicket({ alice, exchange }: Scene): Promise<string> {
  const id = 900_000n;
  const rule = {
    market: 1,
    currency: 3,
    direction: 'up',
    seconds: 30,
    stake: 1_000_000_000n,
    fee: 0n,
    fee_bps: 0,
    payout: 800_000_000n,
    payout_bps: 8_000,
    max_tick_age_ms: 10_000n,
    open_delay_ms: 100n,
    min_sources: 1,
    policy: 0n,
  } as const;
  const end = {
    opened_ms: 1_000n,
    due_ms: 31_000n,
    result: 'won',
    open_tick: 1n,
    open_ticks: 6_000_000n,
    settle_tick: 2n,
    settle_ticks: 6_000_100n,
    charged: 0n,
    profit: 800_000_000n,
    closed_seq: 3n,
    closed_ms: 31_000n,
  } as const;
  await exchange.queries
    .insertInto('tickets')
    .values({ id, user_id: BigInt(alice.user), ...rule, ...end })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return String(id);
}
