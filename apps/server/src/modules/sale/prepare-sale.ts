import type { AnnounceSale, FundSale, SaleTerms } from '@meridian/core/sale/sale-commands';
import { pickSaleTerms, termsHash } from '@meridian/core/sale/sale-terms';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { Refusal } from '../../gateway/refusal.ts';

/** What operators write about a sale. */
export interface SaleTexts {
  readonly title: string;
  readonly about: string;
  /** Address of the white paper, '' without one. */
  readonly paper: string;
}

/**
 * Gives a sale its number, and its account the whole supply from the house.
 * @param draft terms with any number
 * @returns the announcement, which is still to be made
 * @throws {Refusal} where the house has not got the supply
 */
export async function prepareSale(
  { engine, queries }: { readonly engine: Pick<Engine, 'submit'>; readonly queries: Queries },
  texts: SaleTexts,
  draft: SaleTerms,
): Promise<AnnounceSale> {
  const { id } = await queries
    .insertInto('sale_texts')
    .values(texts)
    .returning('id')
    .executeTakeFirstOrThrow();
  const terms = pickSaleTerms({ ...draft, id: Number(id) });
  if (terms === undefined) throw new RangeError('the terms of a sale are none');
  const { outcome } = await engine.submit(fundingOf(terms, 'in'));
  if (!outcome.ok) throw new Refusal(outcome.rejection);
  return { kind: 'sale.announce', terms, hash: termsHash(terms) };
}

/** The whole supply, to the account of the sale or back from it. */
export function fundingOf(
  { id: sale, currency, supply: amount }: SaleTerms,
  direction: FundSale['direction'],
): FundSale {
  return { kind: 'sale.fund', sale, currency, direction, amount };
}
