import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Side } from '../model/trade-inputs.ts';

/** Buy or sell, in word and colour. */
export function DirectionText({ side }: { readonly side: Side }) {
  const t = useTranslate();
  return (
    <span className={side === 'buy' ? 'up' : 'down'}>
      {t(side === 'buy' ? 'side.buy' : 'side.sell')}
    </span>
  );
}
