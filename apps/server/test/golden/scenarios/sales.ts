import { until, type Person, type RecordedServer } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const DAY_MS = 86_400_000;
const [MRD, USDT] = [12, 3];

interface Sale {
  readonly id: number;
  readonly title: string;
  readonly state: string;
  readonly sold: string;
  readonly my: { readonly allotted: string; readonly bound: string } | null;
}

const people = async (server: RecordedServer): Promise<readonly [Person, Person]> => [
  await server.customer('demo@meridian.test'),
  await server.customer('demo2@meridian.test'),
];

/** Ten lots, of which one person gets at most eight. */
function terms(title: string) {
  const opens = Date.now() + 5_000;
  return {
    ...{ title, about: '', paper: '', kind: 'sale', currency: MRD, paid_in: USDT },
    ...{ lot_number: '7', lot_price: '3', lots: 10, min_number: '3', max_number: '90' },
    ...{ cap_number: '24', opens_ms: opens, closes_ms: opens + DAY_MS, free_bps: 10_000 },
  };
}

const commit = (person: Person, id: number, number: string) =>
  person.must('/api/sale/commit', { id, number });

/** The newest one in a state, once there is one: time passes by the engine's clock. */
const newest = (person: Person, kind: 'sale' | 'crowd', state: string): Promise<Sale> =>
  until(`a ${kind} is ${state}`, async () => {
    const sales = await person.read<readonly Sale[]>(`/api/${kind}/list`);
    return sales.find((sale) => sale.state === state);
  });

/** Announces one and waits until it is open. */
async function opened(server: RecordedServer, person: Person, title: string): Promise<number> {
  await (await server.office()).must('/office/api/sale_announce', terms(title));
  return until(`${title} is open`, async () => {
    const sales = await person.read<readonly Sale[]>('/api/sale/list');
    return sales.find((sale) => sale.title === title && sale.state === 'open')?.id;
  });
}

/** Sales with enough, with too little, and cancelled; a crowdfunding that misses its target. */
export const sales: Scenario = {
  name: 'sales',
  acts: [
    {
      async play(server) {
        await hideMarketsBut(await server.office(), ['BTC/USDT']);
        const [one, other] = await people(server);
        const demo = await newest(one, 'sale', 'open');
        await commit(one, demo.id, '1000');
        await commit(one, demo.id, '2000');
        await commit(other, demo.id, '75');
        await one.refused('/api/sale/commit', { id: demo.id, number: '30' }, 'sale_amount_invalid');
        const crowd = await newest(one, 'crowd', 'open');
        await one.must('/api/crowd/commit', { id: crowd.id, number: '2500' });
        const scarce = await opened(server, one, 'A scarce sale');
        await commit(one, scarce, '60');
        await commit(other, scarce, '30');
        const ended = await opened(server, one, 'A cancelled sale');
        await commit(other, ended, '90');
        const why = 'The project gave up.';
        await (await server.office()).must('/office/api/sale_cancel', { id: ended, why });
        await newest(one, 'sale', 'cancelled');
      },
    },
    {
      shiftMs: () => 8 * DAY_MS,
      async play(server) {
        const [one] = await people(server);
        const { my } = await newest(one, 'sale', 'vesting');
        // 2,500 of 3,000 USDT is the cap of a person, and a quarter of the coins is free.
        if (my?.allotted !== '10000' || my.bound !== '7500') throw new Error('bought wrongly');
        const scarce = await newest(one, 'sale', 'done');
        if (scarce.sold !== '70') throw new Error('the scarce sale is not sold out');
      },
    },
    {
      shiftMs: () => 45 * DAY_MS,
      async play(server) {
        const [one] = await people(server);
        await until('one instalment of three is free', async () => {
          const { my } = await newest(one, 'sale', 'vesting');
          return my?.bound === '5000' ? true : undefined;
        });
        await newest(one, 'crowd', 'missed');
      },
    },
  ],
};
