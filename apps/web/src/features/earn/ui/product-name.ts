import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { EarnKind } from '../model/product.ts';
import { KIND_NAMES } from './kind-name.ts';

interface Named {
  readonly kind: EarnKind;
  readonly currency: string;
  /** Of the term, 0 for savings. */
  readonly days: number;
}

/** Names a product among those of all kinds. */
export function useProductName(): (product: Named) => string {
  const t = useTranslate();
  return ({ kind, currency, days }) =>
    `${t(KIND_NAMES[kind])} · ${kind === 'savings' ? currency : t('earn.productTitle', { currency, days })}`;
}
