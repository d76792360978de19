import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { figure, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { ApiError, isUnreachable, SESSION_OVER } from '../../../shared/http/api-error.ts';
import { newIdempotencyKey } from '../../../shared/http/idempotency-key.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageValues } from '../../../shared/i18n/translate.ts';
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
import { orderFields, SLIDER_STEPS, type Side, type TradeContext, type TradeInputs } from '../model/trade-inputs.ts';
import { effectivePrice, quantityForPercent, tradeSummary } from '../model/trade-summary.ts';
import styles from './trade-form.module.css';

const TOTAL_DECIMALS = 4;
const BALANCE_DECIMALS = 8;
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

/** One side of the trade form. What it shows and what it sends come from the same functions of the model. */
export function TradeForm({ side, market, depth, available, isBlocked }: TradeFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { mode, [side]: typed } = useDraft();
  const bestPrice = useBestPrice(mode === 'market' ? depth : undefined, side);
  const context: TradeContext = { market, available, bestPrice };
  const inputs: TradeInputs = { side, mode, ...typed };
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const { isBusy, wasTried, setTried, send } = usePlaceOrder(inputs, context);
  const errors = wasTried ? tradeErrors(inputs, context) : {};
  const words = (error: FieldError | undefined) => error && t(error.id, localValues(error.values, language));
  const isMarket = mode === 'market';
  const [spent, received] = side === 'buy' ? [market.quote, market.base] : [market.base, market.quote];
  const summary = tradeSummary(inputs, context);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles['form']} data-side={side} role="group" aria-label={t(`side.${side}`)} onSubmit={submit} noValidate>
      <p className={`${styles['line']} ${styles['available']}`}>
        <span>{t('spot.available')}</span>
        <span className={styles['value']}>
          {available === undefined ? MISSING : fixed(available, BALANCE_DECIMALS, { language, rounding: 'down' })} {spent}
        </span>
      </p>
      <NumberField
        label={t('spot.price')}
        unit={market.quote}
        value={isMarket ? (bestPrice ?? '') : typed.price}
        isDisabled={isMarket}
        error={words(errors.price)}
        onChange={(price) => changeDraft(side, { price })}
      />
      <NumberField label={t('spot.quantity')} unit={market.base} value={typed.quantity} error={words(errors.quantity)} onChange={(quantity) => changeDraft(side, { quantity })} />
      <ShareSlider side={side} inputs={inputs} context={context} />
      <p className={styles['line']}>
        <span>{t('spot.total')}</span>
        <output className={styles['value']} aria-label={t('spot.total')}>
          {isMarket && summary.total !== undefined && '≈ '}
          {summary.total === undefined ? MISSING : fixed(summary.total, TOTAL_DECIMALS, { language })} {market.quote}
        </output>
        <span className={styles['fee']} title={summary.fee === undefined ? undefined : `${figure(summary.fee, 'balance', language)} ${received}`}>
          {t('spot.fee', { rate: grouped(market.takerFee, language) })}
        </span>
      </p>
      {isLoggedIn ? (
        <Button type="submit" isWide look={side === 'buy' ? 'up' : 'down'} isBusy={isBusy} disabled={isBlocked} onClick={() => setTried(true)}>
          {t(side === 'buy' ? 'spot.buyCoin' : 'spot.sellCoin', { coin: market.base })}
        </Button>
      ) : (
        <LoginPrompt />
      )}
    </form>
  );
}

/** Figures among the values of a message as this language writes them. */
function localValues(values: MessageValues | undefined, language: string): MessageValues | undefined {
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, /^\d/.test(String(value)) ? grouped(String(value), language) : value]));
}

interface ShareSliderProps {
  readonly side: Side;
  readonly inputs: TradeInputs;
  readonly context: TradeContext;
}

/** Takes a share of the balance as the quantity. */
function ShareSlider({ side, inputs, context }: ShareSliderProps) {
  const t = useTranslate();
  const isDisabled = quantityForPercent(100, inputs, context) === undefined;
  const percent = isDisabled ? 0 : (SLIDER_STEPS.findLast((step) => step > 0 && quantityForPercent(step, inputs, context) === inputs.quantity) ?? 0);
  const take = (step: number): void => {
    const quantity = quantityForPercent(step, inputs, context);
    if (quantity !== undefined) changeDraft(side, { quantity: step === 0 ? '' : quantity });
  };
  return <PercentSlider label={t('spot.share')} value={percent} onChange={take} isDisabled={isDisabled} look={side === 'buy' ? 'up' : 'down'} />;
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

/** Sends the order once: nothing is sent while one is on its way, and what may have arrived is repeated under the same key. */
function usePlaceOrder(inputs: TradeInputs, context: TradeContext) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [wasTried, setTried] = useState(false);
  const isSending = useRef(false);
  const unanswered = useRef<{ readonly fields: string; readonly key: string }>(undefined);
  const send = async (): Promise<void> => {
    setTried(true);
    const { price, quantity } = tradeErrors(inputs, context);
    const isPriceless = inputs.mode === 'market' && effectivePrice(inputs, context) === undefined;
    if (isSending.current || price !== undefined || quantity !== undefined || isPriceless) return;
    const fields = orderFields(context, inputs);
    const identity = JSON.stringify([inputs.side, fields]);
    const key = unanswered.current?.fields === identity ? unanswered.current.key : newIdempotencyKey();
    isSending.current = true;
    setBusy(true);
    try {
      const { message } = await (inputs.side === 'buy' ? placeBuy : placeSell)(fields, { idempotencyKey: key });
      unanswered.current = undefined;
      setTried(false);
      changeDraft(inputs.side, { quantity: '' });
      showToast('success', message);
    } catch (error) {
      unanswered.current = isUnreachable(error) ? { fields: identity, key } : undefined;
      if (error instanceof ApiError && error.type !== SESSION_OVER) showToast('error', error.message);
    } finally {
      isSending.current = false;
      setBusy(false);
      refreshAccount(client);
    }
  };
  return { isBusy, wasTried, setTried, send };
}
