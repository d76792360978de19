import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { FIAT } from '../model/ad.ts';
import type { Deal } from '../model/deal.ts';

/** The amounts of a deal with their units, for its texts; and the payer's name. */
export function useDealWords(deal: Deal): Record<'side' | 'money' | 'coins' | 'payer', string> {
  const { money, quantity, coin, side, payerName, traderName } = deal;
  const language = useLanguage();
  return {
    side,
    money: `${grouped(money, language)} ${FIAT}`,
    coins: `${grouped(quantity, language)} ${coin}`,
    // Not every verified account has a name, in a demo.
    payer: payerName === '' ? traderName : payerName,
  };
}
