import pg from 'pg';
import { until, type Person, type RecordedServer } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const DAY_MS = 86_400_000;
/** Members are told to the engine in rounds of fifteen seconds. */
const TOLD_WITHIN_MS = 40_000;
const [BTC, USDT] = [1, 3];
const INVITER = 'demo@meridian.test';
const FRIEND = 'demo2@meridian.test';

async function ask<Row extends pg.QueryResultRow>(
  server: RecordedServer,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.process.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The friend came by the inviter's code, and both are verified. */
async function acquaint(server: RecordedServer): Promise<void> {
  const inviter = `(select id from users where account = '${INVITER}')`;
  await ask(server, `update users set referrer_id = ${inviter} where account = '${FRIEND}'`);
  const both = `('${INVITER}', '${FRIEND}')`;
  await ask(server, `update users set review_status = 'approved' where account in ${both}`);
  await until(
    'both are members',
    async () => {
      const members = await ask(
        server,
        `select user_id from rebate_members join users on id = user_id
         where is_member and account in ${both}`,
      );
      return members.length === 2 ? true : undefined;
    },
    TOLD_WITHIN_MS,
  );
}

const buy = (person: Person, num: string) =>
  person.must('/api/transaction/in', { legal_id: USDT, currency_id: BTC, num, mode: 1 });

/** The number of shares that the inviter has. */
const shares = (person: Person, wanted: number): Promise<true> =>
  until(`${wanted} shares are paid`, async () => {
    const { total } = await person.read<{ total: number }>('/api/rebate/list');
    return total === wanted ? true : undefined;
  });

/** A friend trades; the share of the fees is paid the next day. New rates begin a day later. */
export const rebates: Scenario = {
  name: 'rebates',
  acts: [
    {
      async play(server) {
        const office = await server.office();
        await hideMarketsBut(office, ['BTC/USDT']);
        await office.must('/office/api/rebate_fund', {
          ...{ currency: USDT, direction: 'in', amount: '100' },
        });
        await acquaint(server);
        await buy(await server.customer(FRIEND), '0.01');
      },
    },
    {
      shiftMs: () => DAY_MS,
      async play(server) {
        await buy(await server.customer(FRIEND), '0.02');
        const office = await server.office();
        const rates = { level_1_bps: 5_000, level_2_bps: 0, level_3_bps: 0 };
        await office.must('/office/api/rebate_rates', { currency: USDT, ...rates });
      },
    },
    {
      shiftMs: () => 2 * DAY_MS,
      async play(server) {
        await shares(await server.customer(INVITER), 1);
        await buy(await server.customer(FRIEND), '0.01');
      },
    },
    {
      shiftMs: () => 3 * DAY_MS,
      async play(server) {
        await shares(await server.customer(INVITER), 2);
      },
    },
  ],
};
