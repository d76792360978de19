import { until, type Person, type RecordedServer } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const DAY_MS = 86_400_000;

interface Round {
  readonly id: number;
  readonly state: string;
  readonly options: readonly { readonly count: number }[];
}

const people = async (server: RecordedServer): Promise<readonly [Person, Person]> => [
  await server.customer('demo@meridian.test'),
  await server.customer('demo2@meridian.test'),
];
const cast = (person: Person, id: number, option: number) =>
  person.must('/api/vote/cast', { id, option });

/** The newest round in a state, once there is one: time passes by the engine's clock. */
const newest = (person: Person, state: string): Promise<Round> =>
  until(`a round is ${state}`, async () => {
    const rounds = await person.read<readonly Round[]>('/api/vote/list');
    return rounds.find((round) => round.state === state);
  });

/** Ballots are cast, changed, revoked and counted; a round is cancelled. */
export const votes: Scenario = {
  name: 'votes',
  acts: [
    {
      async play(server) {
        const office = await server.office();
        await hideMarketsBut(office, ['BTC/USDT']);
        const [one, other] = await people(server);
        const { id } = await newest(one, 'running');
        await cast(one, id, 1);
        await cast(other, id, 2);
        await cast(one, id, 3);
        await other.must('/api/vote/revoke', { id });
        await cast(other, id, 3);
        const start = Date.now() + DAY_MS;
        const dates = { start_ms: start, end_ms: start + 30 * DAY_MS };
        const round = { title: 'Another coin?', options: 'One\nTwo', ...dates };
        await office.must('/office/api/vote_open', round);
        await newest(one, 'announced');
      },
    },
    {
      shiftMs: () => 20 * DAY_MS,
      async play(server) {
        const [one, other] = await people(server);
        const { options } = await newest(one, 'ended');
        if (options[2]?.count !== 2) throw new Error('the count is wrong');
        const { id } = await newest(one, 'running');
        await cast(one, id, 1);
        await cast(other, id, 1);
        await (await server.office()).must('/office/api/vote_cancel', { id });
        await newest(one, 'cancelled');
      },
    },
  ],
};
