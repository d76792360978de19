/** Token sales for the checklist: sales that are open or paid out, and people who may buy. */
import { crowdCommit, saleCommit, saleEntries } from '@meridian/contract/sale/calls';
import { officeSaleAnnounce, officeSaleCancel } from '@meridian/contract/sale/office';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { SaleKind, SaleTerms } from '@meridian/core/sale/sale-commands';
import { termsHash } from '@meridian/core/sale/sale-terms';
import type { Amount } from '@meridian/money/amount';
import { asNewcomer, asOwner, type Input, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 1_000;
const COIN = 10n ** 8n;
const [BTC, USDT] = [1, 3];

/** A sale of ten lots that is open, the same one while it is. Returns its number. */
async function saleIn({ exchange }: Scene, kind: SaleKind): Promise<number> {
  const { engine, live, queries } = exchange;
  const open = live.sale
    .sales()
    .find(
      ({ terms, state }) =>
        terms.kind === kind && state !== 'cancelled' && engine.timeMs + SOON_MS < terms.closesMs,
    );
  if (open !== undefined) return open.terms.id;
  const { id: number } = await queries
    .insertInto('sale_texts')
    .values({ title: 'Checklist', about: '', paper: '', words: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = Number(number);
  const opensMs = engine.timeMs + SOON_MS;
  const lotPrice = COIN as Amount;
  const terms: SaleTerms = {
    ...{ id, kind, currency: BTC, paidIn: USDT },
    ...{ lotSize: (COIN / 1_000n) as Amount, lotPrice, supply: (COIN / 100n) as Amount },
    target: (kind === 'crowd' ? COIN : 0n) as Amount,
    ...{ min: lotPrice, max: (10n * COIN) as Amount, cap: (10n * COIN) as Amount },
    ...{ opensMs, closesMs: opensMs + DAY_MS },
    ...{ freeBps: 10_000, cliffMs: 0, instalments: 0, instalmentMs: 0 },
    texts: 'e'.repeat(64),
  };
  const amount = terms.supply;
  await engine.submit({
    ...{ kind: 'ledger.deposit', user: SYSTEM.house, wallet: 'spot', currency: BTC, amount },
    reference: 'checklist',
  });
  await engine.submit({ kind: 'sale.fund', sale: id, currency: BTC, direction: 'in', amount });
  const { outcome } = await engine.submit({
    kind: 'sale.announce',
    ...{ terms, hash: termsHash(terms) },
  });
  if (!outcome.ok) throw new Error(`the sale was refused: ${outcome.rejection}`);
  engine.advance(SOON_MS);
  return id;
}

/** A verified customer, and a sale that is open. */
function asBuyer(kind: SaleKind) {
  return async (customer: Customer): Promise<Input> => {
    const { user, scene } = customer;
    await customer.fund();
    await scene.exchange.queries
      .updateTable('users')
      .set({ review_status: 'approved' })
      .where('id', '=', BigInt(user))
      .execute();
    return { id: String(await saleIn(scene, kind)), number: '1' };
  };
}

/** A sale that is paid out. */
async function overIn(scene: Scene): Promise<Input> {
  const id = await saleIn(scene, 'sale');
  scene.exchange.engine.advance(DAY_MS);
  for (let tick = 0; tick < 2; tick++) await scene.exchange.engine.submit({ kind: 'clock.tick' });
  return { id: String(id) };
}

/** Good calls about sales of tokens. */
export const SALE_RECIPES: Recipes = [
  [saleCommit, asNewcomer(asBuyer('sale'))],
  [crowdCommit, asNewcomer(asBuyer('crowd'))],
  [saleEntries, asNewcomer(({ scene }) => overIn(scene))],
  [
    officeSaleAnnounce,
    asOwner(async ({ exchange: { engine } }) => {
      const amount = COIN as Amount;
      await engine.submit({
        ...{ kind: 'ledger.deposit', user: SYSTEM.house, wallet: 'spot', currency: BTC, amount },
        reference: 'checklist',
      });
      return {
        ...{ reason: 'The plan of this quarter.', title: 'Ten lots', kind: 'sale' },
        ...{ currency: String(BTC), paid_in: String(USDT), lots: '10' },
        ...{ lot_number: '0.001', lot_price: '1' },
        ...{ min_number: '1', max_number: '10', cap_number: '10', free_bps: '10000' },
        opens_ms: String(engine.timeMs + DAY_MS),
        closes_ms: String(engine.timeMs + 2 * DAY_MS),
      };
    }),
  ],
  [
    officeSaleCancel,
    asOwner(async (scene) => ({
      ...{ reason: 'A term is wrong.', why: 'The project gave up.' },
      id: String(await saleIn(scene, 'sale')),
    })),
  ],
];
