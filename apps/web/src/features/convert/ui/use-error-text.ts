import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { AmountError } from '../model/convert-form.ts';

/** Says an error about an amount, with the separators of the page. */
export function useErrorText(): (error: AmountError | undefined) => string | undefined {
  const t = useTranslate();
  const language = useLanguage();
  return (error) => {
    if (error === undefined) return undefined;
    const { id, values } = error;
    return t(id, values && { ...values, amount: grouped(values['amount'] ?? '', language) });
  };
}
