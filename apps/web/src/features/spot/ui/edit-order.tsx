import { parsePrice, parseQuantity } from '@meridian/money/market-scale';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import type { OpenOrder } from '../model/order.ts';
import { useMoveOrder } from '../move-order.ts';

interface EditOrderProps {
  readonly order: OpenOrder;
  readonly market: Market;
  readonly onClose: () => void;
}

/**
 * Another price or quantity of an order that rests: it is cancelled and placed anew, as by a drag
 * on the chart, and each end is told in the same words.
 */
export function EditOrder({ order, market, onClose }: EditOrderProps) {
  const t = useTranslate();
  const { move, moving } = useMoveOrder(market);
  const [price, setPrice] = useState(order.price);
  const [quantity, setQuantity] = useState(order.remainingQuantity);
  const [isTried, setTried] = useState(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const isBusy = moving.size > 0;
  const priceOk = parsePrice(price, market.scale).ok;
  const quantityOk = parseQuantity(quantity, market.scale).ok;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!priceOk || !quantityOk || isBusy) return;
    if (quantity !== order.remainingQuantity || price !== order.price)
      await move(order, price, quantity);
    // Closed meanwhile, it would close the dialog of another order.
    if (isHere.current) onClose();
  };
  const wrong = isTried ? t('orderEdit.wrong') : undefined;
  return (
    <Dialog isOpen title={t('orderEdit.title', { pair: order.symbol })} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <NumberField
          label={t('orders.price')}
          unit={order.quote}
          decimals={market.priceDecimals}
          value={price}
          onChange={setPrice}
          error={priceOk ? undefined : wrong}
          keepsErrorLine
        />
        <NumberField
          label={t('orders.quantity')}
          unit={order.base}
          decimals={market.quantityDecimals}
          value={quantity}
          onChange={setQuantity}
          error={quantityOk ? undefined : wrong}
          keepsErrorLine
        />
        <p>{t('orderEdit.about')}</p>
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('orderEdit.save')}
        </Button>
      </form>
    </Dialog>
  );
}
