import { useQuery } from '@tanstack/react-query';
import { currencyAmount } from '../shared/currency-amount.ts';
import { useLanguage } from '../shared/i18n/language.ts';
import { walletsQuery } from './wallets.ts';

/**
 * Writes amounts of any currency, named by its code or its id, with that currency's decimals: for
 * lists whose rows do not bring them.
 */
export function useCurrencyAmount(): (
  text: string | undefined,
  currency: string | number,
) => string {
  const language = useLanguage();
  const { data } = useQuery(walletsQuery);
  const decimalsOf = (named: string | number): number | undefined =>
    data?.currencies.find(({ currency, code }) => named === currency || named === code)?.decimals;
  return (text, currency) => currencyAmount(text, decimalsOf(currency), language);
}
