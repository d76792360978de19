import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { OrderSide } from '../model/order.ts';

/** Buy or sell, in word and colour. */
export function DirectionText({ side }: { readonly side: OrderSide }) {
  const t = useTranslate();
  return (
    <span className={side === 'buy' ? 'up' : 'down'}>
      {t(side === 'buy' ? 'side.buy' : 'side.sell')}
    </span>
  );
}
