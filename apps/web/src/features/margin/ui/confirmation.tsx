import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { MarginInputs, MarginSummary } from '../model/margin-form.ts';
import type { MarginOffer } from '../model/position.ts';
import styles from './margin-form.module.css';

const LOOK = { long: 'up', short: 'down' } as const;
const MONEY_DECIMALS = 4;

interface ConfirmationProps {
  readonly market: Market;
  readonly inputs: MarginInputs;
  readonly summary: MarginSummary;
  readonly offer: MarginOffer;
  readonly isBusy: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Repeats everything before it is sent. It stays open while nobody knows whether it was done. */
export function Confirmation({
  market,
  inputs,
  summary,
  offer,
  isBusy,
  onSend,
  onCancel,
}: ConfirmationProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { side, mode, leverage = 0, lots, price } = inputs;
  const inQuote = (plain: string | undefined, decimals: number): string =>
    `${fixed(plain, decimals, { language })} ${market.quote}`;
  const actions = (
    <>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <Button look={LOOK[side]} isBusy={isBusy} onClick={onSend}>
        {t(side === 'long' ? 'margin.openLong' : 'margin.openShort', { coin: market.base })}
      </Button>
    </>
  );
  const facts: readonly (readonly [string, string])[] = [
    [t('margin.pair'), market.symbol],
    [t('margin.side'), t(`margin.${side}`)],
    [t('margin.mode'), t(`mode.${mode}`)],
    mode === 'limit'
      ? [t('margin.column.limit'), inQuote(price, market.priceDecimals)]
      : [
          t('margin.slippage'),
          t('margin.slippageOf', { slippage: grouped(offer.slippage, language) }),
        ],
    [t('margin.leverage'), t('margin.times', { leverage })],
    [t('margin.lots'), grouped(lots, language)],
    [
      t('margin.entryPrice', { spread: grouped(offer.spread, language) }),
      inQuote(summary.entryPrice, market.priceDecimals),
    ],
    [t('margin.value'), inQuote(summary.value, MONEY_DECIMALS)],
    [t('margin.margin'), inQuote(summary.margin, MONEY_DECIMALS)],
    [t('margin.fee', { rate: grouped(offer.fee, language) }), inQuote(summary.fee, MONEY_DECIMALS)],
    [
      t('margin.liquidation'),
      summary.liquidationPrice === ''
        ? t('margin.far')
        : inQuote(summary.liquidationPrice, market.priceDecimals),
    ],
  ];
  return (
    <Dialog isOpen title={t('margin.confirmTitle')} onClose={onCancel} actions={actions}>
      <dl className={styles['facts']}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
