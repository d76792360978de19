import { setTimeout as delay } from 'node:timers/promises';
import { until, type Person, type RecordedServer } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 3_000;

interface Season {
  readonly season: { readonly id: number; readonly state: string } | null;
  readonly play_legal_id: number;
}

async function seasonIs(server: RecordedServer, id: number, state: string): Promise<Season> {
  return until(`a season that is ${state}`, async () => {
    const info = await server.nobody().read<Season>('/api/contest/info', { id });
    return info.season?.state === state ? info : undefined;
  });
}

async function trade(person: Person, legal_id: number, type: 1 | 2): Promise<void> {
  for (const [currency_id, share] of [
    [1, 5],
    [2, 20],
  ] as const) {
    await person.must('/api/lever/submit', {
      legal_id,
      currency_id,
      multiple: 10,
      share,
      type,
      status: 1,
    });
  }
}

let id = 0;

/** One season from its announcement to its prizes: an hour passes between the two starts. */
export const contest: Scenario = {
  name: 'contest',
  acts: [
    {
      async play(server) {
        const office = await server.office();
        await hideMarketsBut(office, ['BTC/USDT']);
        const start_ms = server.nowMs() + SOON_MS;
        ({ id } = await office.must<{ id: number }>('/office/api/contest_save', {
          name: 'Golden',
          start_ms,
          end_ms: start_ms + HOUR_MS,
          start_balance: '10000',
          prizes: '1-1:500,2-2:100',
        }));
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await one.must('/api/contest/join', { id }, 'golden-join');
        const { play_legal_id } = await seasonIs(server, id, 'running');
        await other.must('/api/contest/join', { id });
        await delay(3_000);
        await trade(one, play_legal_id, 1);
        await trade(other, play_legal_id, 2);
        await other.must('/api/lever/batch_close', { type: 2, legal_id: play_legal_id });
        await trade(other, play_legal_id, 1);
        await one.refused(
          '/api/lever/submit',
          {
            legal_id: play_legal_id,
            currency_id: 1,
            multiple: 5,
            share: 90_000,
            type: 1,
            status: 1,
          },
          'balance_insufficient',
        );
        await delay(5_000);
      },
    },
    {
      shiftMs: () => HOUR_MS + 60_000,
      async play(server) {
        await seasonIs(server, id, 'ended');
        const { second } = await server.office();
        await second.must('/office/api/contest_pay', { id });
        await second.must('/office/api/contest_pay', { id });
        await delay(4_000);
      },
    },
  ],
};
