import type { SaleTerms } from '@meridian/core/sale/sale-commands';
import type { Amount } from '@meridian/money/amount';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { prepareSale } from './prepare-sale.ts';

type Draft = Omit<SaleTerms, 'texts'>;

const COIN = 10n ** 8n;
const DAY_MS = 86_400_000;
/** No sale may open before it is announced, and a start may be slow. */
const SOON_MS = 5_000;
/** See launch/seed.ts. */
const [MRD, USDT] = [12, 3];
const PAPER = '/components/noticeDetail?id=1023';

const coins = (whole: bigint): Amount => (whole * COIN) as Amount;

/**
 * Demo mode only: a token sale and a crowdfunding of the demo's coin, which begin at once. Once:
 * afterwards they are the operators'.
 */
export async function seedSales({
  engine,
  live,
  queries,
  now,
}: {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly now: () => number;
}): Promise<void> {
  const before = await queries.selectFrom('sale_texts').select('id').executeTakeFirst();
  if (before !== undefined || live.currency(MRD)?.code !== 'MRD') return;
  const opensMs = now() + SOON_MS;
  const lots = { id: 1, currency: MRD, paidIn: USDT, lotSize: coins(100n), lotPrice: coins(25n) };
  const commitments = { min: coins(25n), max: coins(50_000n), cap: coins(2_500n) };
  const saleEndsMs = opensMs + 7 * DAY_MS;
  const sale: Draft = {
    ...{ ...lots, kind: 'sale', supply: coins(1_000_000n), target: 0n as Amount },
    ...{ ...commitments, opensMs, closesMs: saleEndsMs, freeBps: 2_500 },
    ...{ cliffMs: saleEndsMs + 30 * DAY_MS, instalments: 3, instalmentMs: 30 * DAY_MS },
  };
  const crowd: Draft = {
    ...{ ...lots, kind: 'crowd', supply: coins(400_000n), target: coins(40_000n) },
    ...{ ...commitments, opensMs, closesMs: opensMs + 14 * DAY_MS, freeBps: 10_000 },
    ...{ cliffMs: 0, instalments: 0, instalmentMs: 0 },
  };
  const texts = [
    {
      title: 'Meridian coin: first public sale',
      about:
        'One million coins at their start price. A quarter is yours at once, the rest in three months.',
      paper: PAPER,
    },
    {
      title: 'Meridian coin: community node fund',
      about:
        'Pays for the public nodes of the first year. Below its target everybody gets everything back.',
      paper: PAPER,
    },
  ] as const;
  for (const [index, draft] of [sale, crowd].entries()) {
    const announcement = await prepareSale(
      { engine, live, queries },
      texts[index] ?? texts[0],
      draft,
    );
    const { outcome } = await engine.submit(announcement);
    if (!outcome.ok) throw new Error(`a sale of the demo was refused: ${outcome.rejection}`);
  }
}
