import { setTimeout as delay } from 'node:timers/promises';
import { until, type Person } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const DAY_MS = 86_400_000;
/** EOS/USDT moves by few ticks: prices come back to earlier ones. */
const EOS_MARKET = 10;
/** ETH/USDT moves within every ticket: some are won and some lost. */
const ETH_MARKET = 2;
const SHORT = {
  market: EOS_MARKET,
  currency: 3,
  fee_bps: 200,
  amounts: '10,50',
  durations: '2:8000:10:5000,5:8300:10:5000',
  exposure_cap: '500000',
  open: '1',
};

interface Ticket {
  readonly id: number;
  readonly result: string;
}

const ticket = (market: number, type: 1 | 2, seconds: number, number: string) => ({
  match_id: market,
  currency_id: 3,
  type,
  seconds,
  number,
});

async function results(person: Person): Promise<Set<string>> {
  const { data } = await person.read<{ data: Ticket[] }>('/api/microtrade/lists', {
    status: 3,
    limit: 100,
  });
  return new Set(data.map(({ result }) => result));
}

/** Tickets both ways until each result has come. */
async function playUntil(person: Person, wanted: readonly string[]): Promise<void> {
  const seen = new Set<string>();
  await until(
    wanted.join(),
    async () => {
      for (const market of [EOS_MARKET, ETH_MARKET]) {
        for (const type of [1, 2] as const)
          await person.must('/api/microtrade/submit', ticket(market, type, 2, '20'));
      }
      await delay(1_500);
      for (const result of await results(person)) seen.add(result);
      return wanted.every((result) => seen.has(result)) ? true : undefined;
    },
    120_000,
  );
}

/**
 * Insured tickets, one way only, until the insurance has paid for one that was lost. A gain of the
 * insured amount ends it: then it is bought again.
 */
async function playUntilClaim(person: Person): Promise<void> {
  await until(
    'a claim',
    async () => {
      const currencies = await person.read<
        { id: number; user_insurance: { claims_today: number } | null }[]
      >('/api/microtrade/payable_currencies');
      const policy = currencies.find(({ id }) => id === 3)?.user_insurance;
      if ((policy?.claims_today ?? 0) > 0) return true;
      if (policy === null)
        await person.must('/api/microtrade/insurance_buy', { insurance_type: 3, number: '100' });
      await person.must('/api/microtrade/submit', ticket(ETH_MARKET, 1, 2, '60'));
      await delay(3_500);
      return undefined;
    },
    3 * 60_000,
  );
}

/**
 * Seconds contracts and their insurance; a stop lets tickets become void, a day passes and ends a
 * policy.
 */
export const seconds: Scenario = {
  name: 'seconds',
  acts: [
    {
      async play(server) {
        const office = await server.office();
        await hideMarketsBut(office, ['BTC/USDT']);
        for (const market of [EOS_MARKET, ETH_MARKET])
          await office.must('/office/api/seconds_terms_save', { ...SHORT, market });
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        const first = await one.must<{ id: number }>(
          '/api/microtrade/submit',
          ticket(1, 1, 30, '100'),
          'golden-ticket',
        );
        const again = await one.must<{ id: number }>(
          '/api/microtrade/submit',
          ticket(1, 1, 30, '100'),
          'golden-ticket',
        );
        if (first.id !== again.id) throw new Error('a repeated key opened a second ticket');
        await one.refused('/api/microtrade/submit', ticket(1, 1, 30, '1'), 'stake_too_small');
        await one.refused(
          '/api/microtrade/submit',
          ticket(1, 1, 31, '100'),
          'duration_not_offered',
        );
        await one.refused('/api/microtrade/submit', ticket(1, 1, 30, '900000'), 'stake_too_large');
        await other.must(
          '/api/microtrade/insurance_buy',
          { insurance_type: 3, number: '100' },
          'golden-policy',
        );
        await other.refused(
          '/api/microtrade/insurance_buy',
          { insurance_type: 3, number: '100' },
          'insurance_running',
        );
        await one.refused(
          '/api/microtrade/insurance_buy',
          { insurance_type: 3, number: '1' },
          'insured_amount_invalid',
        );
        await playUntilClaim(other);
        await playUntil(one, ['won', 'lost', 'drawn']);
        // Over when the server is back: nobody sees where they ended.
        for (const type of [1, 2] as const)
          await one.must('/api/microtrade/submit', ticket(1, type, 30, '60'));
      },
    },
    {
      shiftMs: () => 120_000,
      async play(server) {
        const one = await server.customer('demo@meridian.test');
        await until('a void ticket', async () =>
          (await results(one)).has('void') ? true : undefined,
        );
        const { id } = await one.must<{ id: number }>('/api/microtrade/insurance_buy', {
          insurance_type: 1,
          number: '0.05',
        });
        await one.must('/api/microtrade/insurance_cancel', { id });
        await one.refused('/api/microtrade/insurance_cancel', { id }, 'insurance_not_found');
        await one.must('/api/microtrade/insurance_buy', { insurance_type: 1, number: '0.02' });
        const office = await server.office();
        await office.must('/office/api/insurance_offer_save', {
          id: 3,
          currency: 3,
          premium_bps: 1_000,
          cover_bps: 5_000,
          min_insured: '50',
          max_insured: '5000',
          days: 1,
          open: '1',
        });
        await office.must('/office/api/seconds_terms_save', { ...SHORT, open: '0' });
        await one.refused(
          '/api/microtrade/submit',
          ticket(EOS_MARKET, 1, 2, '20'),
          'seconds_closed',
        );
      },
    },
    {
      shiftMs: () => DAY_MS + 180_000,
      async play(server) {
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await server
          .office()
          .then((office) => office.must('/office/api/seconds_terms_save', SHORT));
        await other.must('/api/microtrade/insurance_buy', { insurance_type: 3, number: '500' });
        for (const type of [1, 2] as const)
          await other.must('/api/microtrade/submit', ticket(EOS_MARKET, type, 5, '100'));
        await delay(9_000);
        for (const type of [1, 2] as const)
          await one.must('/api/microtrade/submit', ticket(1, type, 120, '100'));
      },
    },
  ],
};
