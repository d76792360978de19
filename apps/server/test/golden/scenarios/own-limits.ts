import { setTimeout as delay } from 'node:timers/promises';
import { CUSTOMERS_PASSWORD, until, type Person, type RecordedServer } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const DAY_MS = 86_400_000;
const USDT = 3;
const LIMIT = '/api/microtrade/loss_limit';
/** ETH/USDT moves within every ticket. */
const SHORT = {
  ...{ market: 2, currency: USDT, fee_bps: 200, amounts: '10,50', exposure_cap: '500000' },
  ...{ durations: '2:8000:10:5000', open: '1' },
};
const ticket = (type: 1 | 2, number: string) => ({
  ...{ match_id: 2, currency_id: USDT, type, seconds: 2, number },
});

const people = async (server: RecordedServer): Promise<readonly [Person, Person]> => [
  await server.customer('demo@meridian.test'),
  await server.customer('demo2@meridian.test'),
];

/** A ticket, once the index is fresh: a server that has just started waits for prices. */
function open(person: Person, type: 1 | 2, number: string): Promise<unknown> {
  return until('a ticket', async () => {
    const { body } = await person.call('/api/microtrade/submit', ticket(type, number));
    if (body['type'] === 'ok') return true;
    if (!String(body['code']).startsWith('index_'))
      throw new Error(`no ticket: ${JSON.stringify(body)}`);
    return undefined;
  });
}

/** Opposite tickets, until the day has lost something and none is open. */
async function lose(person: Person): Promise<void> {
  await until('a loss', async () => {
    for (const type of [1, 2] as const) await open(person, type, '20');
    await delay(4_500);
    const { losses } = await person.read<{
      losses: { currency_id: number; lost: string; open: string }[];
    }>('/api/microtrade/limits');
    const own = losses.find(({ currency_id }) => currency_id === USDT);
    return Number(own?.lost) > 0 && Number(own?.open) === 0 ? true : undefined;
  });
}

async function pause(person: Person, days: number): Promise<void> {
  await person.must('/api/safe/step_up', { method: 'password', value: CUSTOMERS_PASSWORD });
  await person.must('/api/microtrade/break', { days });
}

/** Limits are set, met, loosened and withdrawn; a break ends, another one is lengthened. */
export const ownLimits: Scenario = {
  name: 'own-limits',
  acts: [
    {
      async play(server) {
        const office = await server.office();
        await hideMarketsBut(office, ['ETH/USDT']);
        await office.must('/office/api/seconds_terms_save', SHORT);
        const [one, other] = await people(server);
        await one.must(LIMIT, { currency_id: USDT, number: '500' }, 'golden-limit');
        await one.must(LIMIT, { currency_id: USDT, number: '500' }, 'golden-limit');
        await lose(one);
        await one.must(LIMIT, { currency_id: USDT, number: '45' });
        await until('a refusal', async () => {
          const { body } = await one.call('/api/microtrade/submit', ticket(1, '50'));
          return body['code'] === 'seconds_loss_limit' ? true : undefined;
        });
        await one.must(LIMIT, { currency_id: USDT, number: '900' });
        await one.must(LIMIT, { currency_id: 1, number: '0.5' });
        await one.must(LIMIT, { currency_id: 1, none: '1' });
        await one.must('/api/microtrade/time_limit', { minutes: 1_000 });
        await one.must('/api/microtrade/time_limit', { none: '1' });
        await one.must('/api/microtrade/time_limit', { minutes: 30 });
        await pause(other, 1);
        await other.refused('/api/microtrade/submit', ticket(1, '20'), 'seconds_on_break');
      },
    },
    {
      shiftMs: () => DAY_MS + 60_000,
      async play(server) {
        const [one, other] = await people(server);
        await open(one, 1, '60');
        await one.must('/api/microtrade/time_limit', { minutes: 60 });
        await open(other, 2, '20');
        await pause(other, 7);
        await other.refused('/api/microtrade/break', { days: 1 }, 'break_not_longer');
        await pause(other, 183);
        await delay(4_500);
      },
    },
    {
      shiftMs: () => 9 * DAY_MS,
      async play(server) {
        const [one, other] = await people(server);
        await lose(one);
        await other.refused('/api/microtrade/submit', ticket(1, '20'), 'seconds_on_break');
      },
    },
  ],
};
