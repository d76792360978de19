import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { AmountFault } from '../model/product.ts';

/** The fault of an amount, in words. */
export function useFaultText(
  fault: AmountFault,
  { min, max, currency }: { readonly min: string; readonly max: string; readonly currency: string },
): string | undefined {
  const t = useTranslate();
  const language = useLanguage();
  switch (fault) {
    case 'syntax':
      return t('earn.error.amount');
    case 'tooSmall':
      return t('earn.error.tooSmall', { amount: grouped(min, language), currency });
    case 'tooLarge':
      return t('earn.error.tooLarge', { amount: grouped(max, language), currency });
    case 'balance':
      return t('earn.error.balance');
    case undefined:
      return undefined;
  }
}
