import { createHash } from 'node:crypto';
import { saleSource } from '@meridian/core/ledger/accounts';
import type { AnnounceSale, SaleTerms } from '@meridian/core/sale/sale-commands';
import { pickSaleTerms, termsHash } from '@meridian/core/sale/sale-terms';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';

/** Texts of a sale, written by operators. */
export interface SaleTexts {
  readonly title: string;
  readonly about: string;
  /** Address of the white paper, '' without one. */
  readonly paper: string;
}

interface Ground {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
}

/**
 * Gives a sale its number, and its account the whole supply from the house.
 * @param draft terms with any number, without the hash of the texts
 * @returns the announcement, which is still to be made
 * @throws {Refusal} where the house has not got the supply
 */
export async function prepareSale(
  ground: Ground,
  texts: SaleTexts,
  draft: Omit<SaleTerms, 'texts'>,
): Promise<AnnounceSale> {
  const { engine, live, queries } = ground;
  await takeBackUnannounced(ground);
  const words = wordsOf(live, texts, draft);
  const { id } = await queries
    .insertInto('sale_texts')
    .values({ ...texts, words })
    .returning('id')
    .executeTakeFirstOrThrow();
  const hash = createHash('sha256').update(words).digest('hex');
  const terms = pickSaleTerms({ ...draft, id: Number(id), texts: hash });
  if (terms === undefined) throw new RangeError('the terms of a sale are none');
  const { currency, supply: amount } = terms;
  const fund = { kind: 'sale.fund', sale: terms.id, currency, direction: 'in', amount } as const;
  const { outcome } = await engine.submit(fund);
  if (!outcome.ok) throw new Refusal(outcome.rejection);
  return { kind: 'sale.announce', terms, hash: termsHash(terms) };
}

/**
 * Gives the house the coins in the account of a sale that was never announced: its announcement was
 * refused, or the server stopped before it. A sale that was announced holds its supply.
 */
export async function takeBackUnannounced({ engine, live, queries }: Ground): Promise<void> {
  const rows = await queries
    .selectFrom('sale_texts')
    .leftJoin('sales', 'sales.id', 'sale_texts.id')
    .select('sale_texts.id')
    .where('sales.id', 'is', null)
    .execute();
  for (const { id } of rows)
    for (const { wallet, currency, available: amount } of live.balances(saleSource(Number(id)))) {
      if (wallet !== 'spot' || amount <= 0n) continue;
      const sale = Number(id);
      await engine.submit({ kind: 'sale.fund', sale, currency, direction: 'out', amount });
    }
}

/**
 * The text whose SHA-256 is in the terms: the words that people read, and the codes of the
 * currencies.
 */
function wordsOf(
  live: LiveView,
  { title, about, paper }: SaleTexts,
  { currency, paidIn }: Omit<SaleTerms, 'texts'>,
): string {
  const code = (id: number): string => live.currency(id)?.code ?? '';
  return JSON.stringify({ title, about, paper, currency: code(currency), paidIn: code(paidIn) });
}
