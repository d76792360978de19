import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { localValues } from '../../../shared/local-values.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { PercentSlider } from '../../../shared/ui/percent-slider.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { placeBuy, placeSell } from '../api.ts';
import { changeDraft, useDraft } from '../draft.ts';
import { tradeErrors, type FieldError } from '../model/trade-errors.ts';
import {
  orderOf,
  SLIDER_STEPS,
  type Side,
  type TradeContext,
  type TradeInputs,
} from '../model/trade-inputs.ts';
import { effectivePrice, quantityForPercent, tradeSummary } from '../model/trade-summary.ts';
import styles from './trade-form.module.css';

const BEST_PRICE_EVERY_MS = 500;

interface TradeFormProps {
  readonly side: Side;
  readonly market: Market;
  readonly depth: LiveDepth | undefined;
  /** What can be spent; undefined when logged out. */
  readonly available: string | undefined;
  /** Set while no such order can be sent; the panel says why. */
  readonly isBlocked: boolean;
}

/**
 * One side of the trade form. What it shows and what it sends come from the same functions of the
 * model.
 */
export function TradeForm({ side, market, depth, available, isBlocked }: TradeFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { mode, [side]: typed } = useDraft();
  const bestPrice = useBestPrice(mode === 'market' ? depth : undefined, side);
  const context: TradeContext = { market, available, bestPrice };
  const inputs: TradeInputs = { side, mode, ...typed };
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const { isBusy, wasTried, setTried, place } = usePlaceOrder(inputs, context);
  const errors = wasTried ? tradeErrors(inputs, context) : {};
  const words = (error: FieldError | undefined) =>
    error && t(error.id, localValues(error.values, language));
  const isMarket = mode === 'market';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    place();
  };
  return (
    <form
      className={styles['form']}
      data-side={side}
      role="group"
      aria-label={t(`side.${side}`)}
      onSubmit={submit}
      noValidate
    >
      <Available side={side} market={market} available={available} />
      <NumberField
        label={t('spot.price')}
        unit={market.quote}
        value={isMarket ? (bestPrice ?? '') : typed.price}
        isDisabled={isMarket}
        decimals={market.priceDecimals}
        error={words(errors.price)}
        onChange={(price) => changeDraft(side, { price })}
      />
      <NumberField
        label={t('spot.quantity')}
        unit={market.base}
        value={typed.quantity}
        decimals={market.quantityDecimals}
        error={words(errors.quantity)}
        onChange={(quantity) => changeDraft(side, { quantity })}
      />
      <ShareSlider side={side} inputs={inputs} context={context} />
      <Total inputs={inputs} context={context} />
      {isLoggedIn ? (
        <Button
          type="submit"
          isWide
          look={side === 'buy' ? 'up' : 'down'}
          isBusy={isBusy}
          disabled={isBlocked}
          onClick={() => setTried(true)}
        >
          {t(side === 'buy' ? 'spot.buyCoin' : 'spot.sellCoin', { coin: market.base })}
        </Button>
      ) : (
        <LoginPrompt />
      )}
    </form>
  );
}

type AvailableProps = Pick<TradeFormProps, 'side' | 'market' | 'available'>;

/** What this side can spend. */
function Available({ side, market, available }: AvailableProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { quoteScale, baseScale } = market.scale;
  return (
    <p className={`${styles['line']} ${styles['available']}`}>
      <span>{t('spot.available')}</span>
      <span className={styles['value']}>
        {available === undefined
          ? MISSING
          : fixed(available, side === 'buy' ? quoteScale : baseScale, {
              language,
              rounding: 'down',
            })}{' '}
        {side === 'buy' ? market.quote : market.base}
      </span>
    </p>
  );
}

interface TotalProps {
  readonly inputs: TradeInputs;
  readonly context: TradeContext;
}

/** What the order costs or brings, and its fee. */
function Total({ inputs, context }: TotalProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { market } = context;
  const { total, fee } = tradeSummary(inputs, context);
  const received = inputs.side === 'buy' ? market.base : market.quote;
  return (
    <p className={styles['line']}>
      <span>{t('spot.total')}</span>
      <output className={styles['value']} aria-label={t('spot.total')}>
        {inputs.mode === 'market' && total !== undefined && '≈ '}
        {total === undefined ? MISSING : marketFigure(market, 'total', total, language)}{' '}
        {market.quote}
      </output>
      <span
        className={styles['fee']}
        title={fee === undefined ? undefined : `${grouped(fee, language)} ${received}`}
      >
        {t('spot.fee', { rate: grouped(market.takerFee, language) })}
      </span>
    </p>
  );
}

interface ShareSliderProps extends TotalProps {
  readonly side: Side;
}

/** Takes a share of the balance as the quantity. */
function ShareSlider({ side, inputs, context }: ShareSliderProps) {
  const t = useTranslate();
  const isDisabled = quantityForPercent(100, inputs, context) === undefined;
  const percent = isDisabled
    ? 0
    : (SLIDER_STEPS.findLast(
        (step) => step > 0 && quantityForPercent(step, inputs, context) === inputs.quantity,
      ) ?? 0);
  const take = (step: number): void => {
    const quantity = quantityForPercent(step, inputs, context);
    if (quantity !== undefined) changeDraft(side, { quantity: step === 0 ? '' : quantity });
  };
  return (
    <PercentSlider
      label={t('spot.share')}
      value={percent}
      onChange={take}
      isDisabled={isDisabled}
      look={side === 'buy' ? 'up' : 'down'}
    />
  );
}

/** The price that a market order of this side begins at, at a pace that a form can follow. */
function useBestPrice(depth: LiveDepth | undefined, side: Side): string | undefined {
  const [price, setPrice] = useState<string>();
  useEffect(() => {
    if (depth === undefined) return undefined;
    const read = (): void => setPrice(depth.feed.book.best(side === 'buy' ? 'asks' : 'bids'));
    read();
    const timer = setInterval(read, BEST_PRICE_EVERY_MS);
    return () => clearInterval(timer);
  }, [depth, side]);
  return depth === undefined ? undefined : price;
}

/** Places the order that the form says, where nothing is wrong with it. */
function usePlaceOrder(inputs: TradeInputs, context: TradeContext) {
  const client = useQueryClient();
  const [wasTried, setTried] = useState(false);
  const { isBusy, send } = useMoneyCall(inputs.side === 'buy' ? placeBuy : placeSell, {
    onDone: ({ message }) => {
      setTried(false);
      changeDraft(inputs.side, { quantity: '' });
      showToast('success', message);
    },
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshAccount(client),
  });
  const place = (): void => {
    setTried(true);
    const { price, quantity } = tradeErrors(inputs, context);
    const isPriceless = inputs.mode === 'market' && effectivePrice(inputs, context) === undefined;
    if (price === undefined && quantity === undefined && !isPriceless)
      void send(orderOf(context, inputs));
  };
  return { isBusy, wasTried, setTried, place };
}
