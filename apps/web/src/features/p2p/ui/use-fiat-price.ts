import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { FIAT } from '../model/ad.ts';
import { shownPrice } from '../model/shown-price.ts';

/** Prices with their unit, as the forms show them. */
export function useFiatPrice(): (price: string | undefined) => string {
  const language = useLanguage();
  return (price) =>
    price === undefined || price === ''
      ? MISSING
      : `${grouped(shownPrice(price), language)} ${FIAT}`;
}
