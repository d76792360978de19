import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { orderKind } from '../model/order-kind.ts';
import { mayRest, type TradeInputs } from '../model/trade-inputs.ts';
import type { TradeSummary } from '../model/trade-summary.ts';

interface OrderQuestionProps {
  readonly inputs: TradeInputs;
  readonly summary: TradeSummary;
  readonly market: Market;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/**
 * The kind as it is sent: a market order never rests in the book, and only a resting order is
 * post-only.
 */
function kindOf({ mode, terms: { timeInForce, isPostOnly } }: TradeInputs) {
  if (mode === 'market') return orderKind({ mode, timeInForce: 'ioc', isPostOnly: false });
  return orderKind({ mode, timeInForce, isPostOnly: isPostOnly && mayRest({ mode, timeInForce }) });
}

/** The order as it will be sent, for users who confirm their orders. */
export function OrderQuestion({
  inputs,
  summary,
  market,
  isBusy,
  onConfirm,
  onCancel,
}: OrderQuestionProps) {
  const t = useTranslate();
  const language = useLanguage();
  const isBuy = inputs.side === 'buy';
  const action = t(isBuy ? 'spot.buyCoin' : 'spot.sellCoin', { coin: market.base });
  const amount = (value: string | undefined, unit: string): string =>
    `${value === undefined ? MISSING : grouped(value, language)} ${unit}`;
  return (
    <ConfirmDialog
      isOpen
      title={action}
      look="accent"
      confirmLabel={action}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Facts>
        <Fact label={t('orders.type')}>{t(kindOf(inputs))}</Fact>
        <Fact label={t('spot.price')}>
          {inputs.mode === 'market' ? t('mode.market') : amount(inputs.price, market.quote)}
        </Fact>
        <Fact label={t('spot.quantity')}>{amount(inputs.quantity, market.base)}</Fact>
        <Fact label={t('spot.total')}>{amount(summary.total, market.quote)}</Fact>
        <Fact label={t('orders.fee')}>
          {amount(summary.fee, isBuy ? market.base : market.quote)}
        </Fact>
      </Facts>
    </ConfirmDialog>
  );
}
