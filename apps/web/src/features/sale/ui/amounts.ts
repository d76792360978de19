import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import type { Sale } from '../model/sale.ts';

/** Writes amounts of a sale with the name of their currency. */
export function useAmounts({ coin, money }: Pick<Sale, 'coin' | 'money'>): {
  readonly inCoins: (plain: string) => string;
  readonly inMoney: (plain: string) => string;
} {
  const language = useLanguage();
  return {
    inCoins: (plain) => `${grouped(plain, language)} ${coin.name}`,
    inMoney: (plain) => `${grouped(plain, language)} ${money.name}`,
  };
}
