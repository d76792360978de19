import { useTranslate } from '../../../shared/i18n/translate.ts';

/** Buy or sell, in word and colour. */
export function DirectionText({ type }: { readonly type: 'in' | 'out' }) {
  const t = useTranslate();
  return (
    <span className={type === 'in' ? 'up' : 'down'}>
      {t(type === 'in' ? 'side.buy' : 'side.sell')}
    </span>
  );
}
