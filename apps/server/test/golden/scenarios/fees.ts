import type { Office, Person, RecordedServer } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const DAY_MS = 86_400_000;
const [BTC, USDT] = [1, 3];

const buy = (person: Person, num: string) =>
  person.must('/api/transaction/in', { legal_id: USDT, currency_id: BTC, num, mode: 1 });
const sell = (person: Person, num: string) =>
  person.must('/api/transaction/out', { legal_id: USDT, currency_id: BTC, num, mode: 1 });

async function levelOf(person: Person): Promise<number> {
  const { my } = await person.read<{ my: { level: number } }>('/api/fee/tiers');
  return my.level;
}

async function mustBe(person: Person, level: number): Promise<void> {
  const now = await levelOf(person);
  if (now !== level) throw new Error(`the level is ${now}, not ${level}`);
}

const setTiers = (office: Office, tiers?: string) =>
  office.must('/office/api/fee_tiers_save', {
    currency: USDT,
    ...(tiers === undefined ? {} : { tiers }),
  });

const people = async (server: RecordedServer): Promise<readonly [Person, Person]> => [
  await server.customer('demo@meridian.test'),
  await server.customer('demo2@meridian.test'),
];

/** Levels are reached a day after the trades, change, are lost after a month, and end. */
export const fees: Scenario = {
  name: 'fees',
  acts: [
    {
      async play(server) {
        const office = await server.office();
        await hideMarketsBut(office, ['BTC/USDT']);
        await setTiers(office, '100:7:9,100000:4:6');
        const [one, other] = await people(server);
        await buy(one, '0.05');
        await buy(other, '0.0002');
        await mustBe(one, 0);
      },
    },
    {
      shiftMs: () => DAY_MS,
      async play(server) {
        const [one, other] = await people(server);
        await mustBe(one, 1);
        await mustBe(other, 0);
        await sell(one, '0.02');
        await buy(other, '0.03');
        await setTiers(await server.office(), '100:6:8,1000:3:5');
        await mustBe(one, 2);
        await buy(one, '0.01');
      },
    },
    {
      shiftMs: () => 33 * DAY_MS,
      async play(server) {
        const [one, other] = await people(server);
        await mustBe(one, 0);
        await buy(one, '0.01');
        await setTiers(await server.office());
        await buy(other, '0.01');
      },
    },
  ],
};
