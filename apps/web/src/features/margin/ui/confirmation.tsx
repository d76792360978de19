import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { MarginInputs, MarginSummary } from '../model/margin-form.ts';
import type { MarginOffer } from '../model/position.ts';
import { sentStop } from '../model/stops-form.ts';
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
export function Confirmation(props: ConfirmationProps) {
  const { market, inputs, isBusy, onSend, onCancel } = props;
  const t = useTranslate();
  const facts = useFacts(props);
  const { side, terms } = inputs;
  const actions = (
    <>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <Button look={LOOK[side]} isBusy={isBusy} onClick={onSend}>
        {t(side === 'long' ? 'margin.openLong' : 'margin.openShort', { coin: market.base })}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={t('position.confirmTitle')} onClose={onCancel} actions={actions}>
      <dl className={styles['facts']}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {terms.isReduceOnly && <p>{t('position.reduceOnlyHint')}</p>}
    </Dialog>
  );
}

type Fact = readonly [string, string];

/** The order line by line. A reduce-only order opens nothing: it has no margin and no fee. */
function useFacts({ market, inputs, summary, offer }: ConfirmationProps): readonly Fact[] {
  const t = useTranslate();
  const language = useLanguage();
  const { side, mode, leverage = 0, lots, price, terms } = inputs;
  const { isReduceOnly, isIsolated, hasStops, takeProfit, stopLoss } = terms;
  const inQuote = (plain: string | undefined, decimals: number): string =>
    `${fixed(plain, decimals, { language })} ${market.quote}`;
  const stop = (typed: string): string =>
    sentStop(typed) === '0' ? MISSING : inQuote(typed, market.priceDecimals);
  const opening: readonly Fact[] = [
    [t('margin.leverage'), t('margin.times', { leverage })],
    [t('position.marginMode'), t(isIsolated ? 'position.isolated' : 'position.cross')],
    [
      t('position.entryPrice', { spread: grouped(offer.spread, language) }),
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
    ...(hasStops
      ? [
          [t('position.takeProfit'), stop(takeProfit)] as const,
          [t('position.stopLoss'), stop(stopLoss)] as const,
        ]
      : []),
  ];
  return [
    [t('position.pair'), market.symbol],
    [t('margin.side'), t(`margin.${side}`)],
    [t('margin.mode'), t(`mode.${mode}`)],
    mode === 'limit'
      ? [t('position.column.limit'), inQuote(price, market.priceDecimals)]
      : [
          t('margin.slippage'),
          t('position.slippageOf', { slippage: grouped(offer.slippage, language) }),
        ],
    [t('margin.lots'), grouped(lots, language)],
    ...(isReduceOnly ? [] : opening),
  ];
}
