import type { Person } from '../recorded-server.ts';
import { until } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const DAY_MS = 86_400_000;
const [BTC, USDT] = [1, 3];

interface Numbered {
  readonly id: number;
}
interface Product extends Numbered {
  readonly currency_name: string;
  readonly period: number;
  readonly early_keep_rate: string;
}
interface Coin {
  readonly currency_id: number;
}

async function savingsOf(person: Person): Promise<number> {
  const { data } = await person.read<{ data: Product[] }>('/api/savings/list');
  return data.find(({ currency_name: name }) => name === 'USDT')?.id ?? 0;
}

/** Locks of all kinds, one that ends early, one that renews. */
async function lock(person: Person, other: Person): Promise<void> {
  const { data: products } = await person.read<{ data: Product[] }>('/api/wealth/getProfitList');
  const short = products.find(({ period }) => period === 7)?.id ?? 0;
  const early = products.find(({ early_keep_rate: rate }) => rate !== '')?.id ?? 0;
  const bought = { id: short, number: '1000' };
  const first = await person.must<Numbered>('/api/wealth/buyProfit', bought, 'golden-lock');
  const again = await person.must<Numbered>('/api/wealth/buyProfit', bought, 'golden-lock');
  if (first.id !== again.id) throw new Error('a repeated key locked twice');
  await person.refused('/api/wealth/buyProfit', bought, 'lock_running');
  await person.must('/api/wealth/renew', { id: first.id, renews: 1 });
  await other.must('/api/wealth/buyProfit', { id: early, number: '500.5' });
  const pledges = await other.read<{ data: Product[] }>('/api/pledge/list');
  await other.must('/api/pledge/buy', { id: pledges.data[0]?.id ?? 0, number: '0.5' });
}

async function save(person: Person, other: Person): Promise<void> {
  const id = await savingsOf(person);
  await person.must('/api/savings/buy', { id, number: '2000.00000001' });
  await person.must('/api/savings/buy', { id, number: '100' });
  await person.must('/api/savings/redeem', { id, number: '50' });
  await other.must('/api/savings/auto', { id, is_on: 1, keep: '1000' });
}

/** Quotes both ways, a small balance that is swept, purchases that recur. */
async function convert(person: Person, other: Person): Promise<void> {
  const sell = { from_id: BTC, to_id: USDT, number: '0.01', side: 'from' };
  const quote = await person.must<Numbered>('/api/convert/quote', sell, 'golden-quote');
  await person.must('/api/convert/accept', { id: quote.id });
  await person.refused('/api/convert/accept', { id: quote.id }, 'quote_used');
  const buy = { from_id: USDT, to_id: BTC, number: '0.02', side: 'to' };
  await other.must('/api/convert/quote', buy);
  await sweep(other);
  const plan = { from_id: USDT, to_id: BTC, number: '100', every_days: 1, max_spread_bps: 200 };
  await person.must('/api/convert/plan', { ...plan, minute: 600 });
  const ended = await other.must<Numbered>('/api/convert/plan', { ...plan, minute: 0 });
  await other.must('/api/convert/end_plan', { id: ended.id });
}

/** Buys a little of a coin that the person has none of, and sweeps it. */
async function sweep(person: Person): Promise<void> {
  const coins = await person.read<Coin[]>('/api/convert/pairs');
  for (const { currency_id: coin } of coins.filter((each) => each.currency_id > USDT)) {
    const little = { from_id: USDT, to_id: coin, number: '4', side: 'from' };
    const { id } = await person.must<Numbered>('/api/convert/quote', little);
    await person.must('/api/convert/accept', { id });
    const { list } = await person.read<{ list: Coin[] }>('/api/convert/dust', { to_id: USDT });
    if (!list.some((each) => each.currency_id === coin)) continue;
    await person.must('/api/convert/sweep', { to_id: USDT, ids: String(coin), least: '0' });
    return;
  }
  throw new Error('the person has more than dust of every coin');
}

/** A loan that is repaid in parts, by its collateral too, and one that goes on. */
async function borrow(person: Person, other: Person): Promise<void> {
  const [offer] = await person.read<Numbered[]>('/api/loan/offers');
  const id = offer?.id ?? 0;
  const loan = { id, collateral_number: '0.1', number: '5000' };
  const own = await person.must<Numbered>('/api/loan/borrow', loan);
  await person.must('/api/loan/collateral', { id: own.id, direction: 'add', number: '0.02' });
  await person.must('/api/loan/collateral', { id: own.id, direction: 'remove', number: '0.01' });
  await person.must('/api/loan/repay', { id: own.id, number: '1000' });
  const sale = { from_id: BTC, to_id: USDT, number: '0.01', side: 'from', loan_id: own.id };
  const quote = await person.must<Numbered>('/api/convert/quote', sale);
  await person.must('/api/loan/repay', { id: own.id, quote_id: quote.id });
  await other.must('/api/loan/borrow', { ...loan, number: '6000' });
}

/** Earning, conversions and loans; then two days and ten more pass. */
export const products: Scenario = {
  name: 'products',
  acts: [
    {
      async play(server) {
        const office = await server.office();
        await hideMarketsBut(office, ['BTC/USDT']);
        const one = await server.customer('demo@meridian.test');
        const other = await server.customer('demo2@meridian.test');
        await lock(one, other);
        await save(one, other);
        await convert(one, other);
        await borrow(one, other);
      },
    },
    {
      shiftMs: () => 2 * DAY_MS,
      async play(server) {
        const one = await server.customer('demo@meridian.test');
        const other = await server.customer('demo2@meridian.test');
        await until('interest of a day', async () => {
          const { data } = await other.read<{ data: { interest_paid: string }[] }>(
            '/api/wealth/getMyprofit',
          );
          return data.some(({ interest_paid: paid }) => Number(paid) > 0) ? true : undefined;
        });
        const { data } = await other.read<{ data: (Numbered & { can_exit: number })[] }>(
          '/api/wealth/getMyprofit',
        );
        const early = data.find(({ can_exit: canExit }) => canExit === 1);
        await other.must('/api/wealth/redeem', { id: early?.id ?? 0 });
        await one.must('/api/savings/redeem', { id: await savingsOf(one), all: 1 });
      },
    },
    {
      shiftMs: () => 10 * DAY_MS,
      async play(server) {
        const one = await server.customer('demo@meridian.test');
        await until('a lock that renewed', async () => {
          const { data } = await one.read<{ data: { renewed_by: number }[] }>(
            '/api/wealth/getMyprofit',
          );
          return data.some(({ renewed_by: by }) => by > 0) ? true : undefined;
        });
      },
    },
  ],
};
