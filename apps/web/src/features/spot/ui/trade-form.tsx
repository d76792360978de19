import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { localValues } from '../../../shared/local-values.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { PercentSlider, sharePercent } from '../../../shared/ui/percent-slider.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { placeBuy, placedOrder, placeSell } from '../api.ts';
import { changeDraft, clearAmount, useConfirmsOrders, useDraft } from '../draft.ts';
import { orderTold } from '../model/order-told.ts';
import { steppedPrice, steppedQuantity } from '../model/steps.ts';
import { tradeErrors, type FieldError } from '../model/trade-errors.ts';
import {
  orderOf,
  SLIDER_STEPS,
  type BookLevel,
  type Side,
  type TradeContext,
  type TradeInputs,
} from '../model/trade-inputs.ts';
import {
  effectivePrice,
  feeRate,
  mostQuantity,
  quantityForPercent,
  tradeSummary,
} from '../model/trade-summary.ts';
import { OrderTermsFields } from './order-terms.tsx';
import styles from './trade-form.module.css';

const OrderQuestion = lazy(async () => ({
  default: (await import('./order-question.tsx')).OrderQuestion,
}));

const LEVELS_EVERY_MS = 500;
/** More levels than a book shows: the sums of an order beyond them are not computed. */
const MOST_LEVELS = 200;

interface TradeFormProps {
  readonly side: Side;
  readonly market: Market;
  readonly depth: LiveDepth | undefined;
  /** Amount that can be spent; undefined when logged out. */
  readonly available: string | undefined;
  /** Set while no such order can be sent; the panel says why. */
  readonly isBlocked: boolean;
}

/**
 * One side of the trade form. The shown and the sent figures come from the same functions of the
 * model.
 */
export function TradeForm({ side, market, depth, available, isBlocked }: TradeFormProps) {
  const t = useTranslate();
  const { mode, terms, [side]: typed } = useDraft();
  const levels = useOtherSide(mode === 'market' ? depth : undefined, side);
  const context: TradeContext = { market, available, levels };
  const inputs: TradeInputs = { side, mode, terms, ...typed };
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const order = usePlaceOrder(inputs, context);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    order.submit();
  };
  return (
    <form
      className={styles['form']}
      data-side={side}
      role="group"
      tabIndex={-1}
      aria-label={t(`side.${side}`)}
      onSubmit={submit}
      onFocus={() => useDraft.setState({ shownSide: side })}
      noValidate
    >
      <Available inputs={inputs} context={context} />
      <Fields inputs={inputs} context={context} depth={depth} isTold={order.wasTried} />
      <OrderTermsFields mode={mode} terms={terms} />
      <Outcome inputs={inputs} context={context} />
      <div className={styles['foot']}>
        {isLoggedIn ? (
          <Button
            type="submit"
            isWide
            look={side === 'buy' ? 'up' : 'down'}
            isBusy={order.isBusy}
            disabled={isBlocked}
          >
            {t(side === 'buy' ? 'spot.buyCoin' : 'spot.sellCoin', { coin: market.base })}
          </Button>
        ) : (
          <LoginPrompt />
        )}
      </div>
      {order.asked !== undefined && (
        <Suspense>
          <OrderQuestion
            {...order.asked}
            market={market}
            isBusy={order.isBusy}
            onConfirm={order.confirm}
            onCancel={order.takeBack}
          />
        </Suspense>
      )}
    </form>
  );
}

interface PartProps {
  readonly inputs: TradeInputs;
  readonly context: TradeContext;
}

/** The balance that this side can spend, and the most coins that it buys or sells. */
function Available({ inputs, context }: PartProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { market, available } = context;
  const { quoteScale, baseScale } = market.scale;
  const isBuy = inputs.side === 'buy';
  const most = mostQuantity(inputs, context);
  return (
    <dl className={styles['lines']}>
      <div>
        <dt>{t('spot.available')}</dt>
        <dd>
          {available === undefined
            ? MISSING
            : fixed(available, isBuy ? quoteScale : baseScale, { language, rounding: 'down' })}{' '}
          {isBuy ? market.quote : market.base}
        </dd>
      </div>
      <div>
        <dt>{t(isBuy ? 'spot.mostBuy' : 'spot.mostSell')}</dt>
        <dd>
          {most === undefined ? MISSING : grouped(most, language)} {market.base}
        </dd>
      </div>
    </dl>
  );
}

interface FieldsProps extends PartProps {
  readonly depth: LiveDepth | undefined;
  /** Whether the errors of the fields are shown. */
  readonly isTold: boolean;
}

/** Price, quantity and total: each of the last two follows from the other one as it is typed. */
function Fields({ inputs, context, depth, isTold }: FieldsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { market } = context;
  const { side, mode } = inputs;
  const errors = isTold ? tradeErrors(inputs, context) : {};
  const words = (error: FieldError | undefined) =>
    error && t(error.id, localValues(error.values, language));
  const { quantity, total } = tradeSummary(inputs, context);
  const isMarket = mode === 'market';
  const takeBest = (): void => {
    const price = depth?.feed.book.best(side === 'buy' ? 'bids' : 'asks');
    if (price !== undefined) changeDraft(side, { price });
  };
  return (
    <>
      <NumberField
        keepsErrorLine
        label={t('spot.price')}
        unit={market.quote}
        value={isMarket ? (effectivePrice(inputs, context) ?? '') : inputs.price}
        isDisabled={isMarket}
        decimals={market.priceDecimals}
        error={words(errors.price)}
        onChange={(price) => changeDraft(side, { price })}
        onStep={(direction) =>
          changeDraft(side, { price: steppedPrice(inputs.price, direction, market.scale) })
        }
        tool={
          !isMarket && (
            <button
              type="button"
              className={styles['best']}
              title={t(side === 'buy' ? 'spot.bestBid' : 'spot.bestAsk')}
              onClick={takeBest}
            >
              {t('spot.best')}
            </button>
          )
        }
      />
      <NumberField
        keepsErrorLine
        label={t('spot.quantity')}
        unit={market.base}
        value={quantity}
        decimals={market.quantityDecimals}
        error={words(errors.quantity)}
        onChange={(typed) => changeDraft(side, { quantity: typed, entered: 'quantity' })}
        onStep={(direction) =>
          changeDraft(side, {
            quantity: steppedQuantity(quantity, direction, market.scale),
            entered: 'quantity',
          })
        }
      />
      <ShareSlider inputs={inputs} context={context} />
      <NumberField
        keepsErrorLine
        label={t('spot.total')}
        unit={market.quote}
        value={inputs.entered === 'total' ? inputs.total : (total ?? '')}
        decimals={market.scale.quoteScale}
        error={words(errors.total)}
        onChange={(typed) => changeDraft(side, { total: typed, entered: 'total' })}
      />
    </>
  );
}

/** The least amount that is received, and the fee that is taken off it. */
function Outcome({ inputs, context }: PartProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { market } = context;
  const { fee, received } = tradeSummary(inputs, context);
  const isBuy = inputs.side === 'buy';
  const unit = isBuy ? market.base : market.quote;
  const rate = feeRate(inputs, market);
  const shown = (amount: string | undefined): string => {
    if (amount === undefined) return MISSING;
    const decimals = isBuy ? market.scale.baseScale : market.scale.quoteScale;
    return fixed(amount, decimals, { language, rounding: 'down' });
  };
  return (
    <dl className={styles['lines']}>
      <div>
        <dt>{t('spot.fee', { rate: grouped(rate, language) })}</dt>
        <dd>
          {shown(fee)} {unit}
        </dd>
      </div>
      <div>
        <dt>{t('spot.received')}</dt>
        <dd>
          {inputs.mode === 'market' && received !== undefined && '≈ '}
          {shown(received)} {unit}
        </dd>
      </div>
    </dl>
  );
}

/** Takes a share of the balance as the quantity. */
function ShareSlider({ inputs, context }: PartProps) {
  const t = useTranslate();
  const { side } = inputs;
  const isShown = useDraft(({ shownSide }) => shownSide === side);
  const all = quantityForPercent(100, inputs, context);
  const isDisabled = all === undefined;
  const percent = isDisabled
    ? 0
    : (SLIDER_STEPS.findLast(
        (step) => step > 0 && quantityForPercent(step, inputs, context) === inputs.quantity,
      ) ?? sharePercent(inputs.quantity, all));
  const take = (step: number): void => {
    const quantity = quantityForPercent(step, inputs, context);
    if (quantity !== undefined)
      changeDraft(side, { quantity: step === 0 ? '' : quantity, entered: 'quantity' });
  };
  return (
    <PercentSlider
      label={t('spot.share')}
      value={percent}
      onChange={take}
      isDisabled={isDisabled}
      look={side === 'buy' ? 'up' : 'down'}
      hasKeys={isShown}
    />
  );
}

/** The levels that an order of this side trades with, at a pace that a form can follow. */
function useOtherSide(depth: LiveDepth | undefined, side: Side): readonly BookLevel[] {
  const [levels, setLevels] = useState<readonly BookLevel[]>([]);
  useEffect(() => {
    if (depth === undefined) return undefined;
    const read = (): number => {
      const rows = Array.from({ length: MOST_LEVELS }, () => ({ ticks: 0, lots: 0, sum: 0 }));
      const count = depth.feed.book.rows(side === 'buy' ? 'asks' : 'bids', 1, rows);
      setLevels(rows.slice(0, count));
      return count;
    };
    // The first book is read as soon as it is there.
    const end = depth.subscribe(() => read() > 0 && end());
    if (read() > 0) end();
    const timer = setInterval(read, LEVELS_EVERY_MS);
    return () => {
      end();
      clearInterval(timer);
    };
  }, [depth, side]);
  return depth === undefined ? [] : levels;
}

/** An order as it was when its button was pressed. */
interface FrozenOrder {
  readonly order: TradeInputs;
  /** Identifies it, see `Meaning`. */
  readonly typed: unknown;
}

/** Places the order of the form where it has no error, after a confirmation where that is set. */
function usePlaceOrder(inputs: TradeInputs, context: TradeContext) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const [wasTried, setTried] = useState(false);
  const [asked, setAsked] = useState<FrozenOrder>();
  const isAsking = useConfirmsOrders(({ isOn }) => isOn);
  const { isBusy, send, unanswered } = useMoneyCall(inputs.side === 'buy' ? placeBuy : placeSell, {
    onDone: (answer, order) => {
      setTried(false);
      clearAmount(context.market.key, inputs.side);
      const placed = placedOrder(answer);
      const told = orderTold(context.market, order, placed);
      const detail = told && t(told.id, localValues(told.values, language));
      showToast(
        told === undefined ? 'info' : 'success',
        [placed.message, detail].filter(Boolean).join(': '),
      );
    },
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => {
      setAsked(undefined);
      refreshAccount(client);
    },
  });
  const place = ({ order, typed }: FrozenOrder): void =>
    void send(orderOf(context, order, order.quantity), { typed });
  const submit = (): void => {
    setTried(true);
    if (Object.keys(tradeErrors(inputs, context)).length > 0) return;
    // The order is frozen before its confirmation, so that the sent order is the confirmed one even
    // if the book moves meanwhile.
    const { side, mode, terms, price, entered } = inputs;
    const typed = [context.market.key, side, mode, terms, mode === 'limit' && price, entered];
    typed.push(entered === 'total' ? inputs.total : inputs.quantity);
    const { quantity: shown } = tradeSummary(inputs, context);
    const { quantity } = unanswered(typed) ?? { quantity: shown };
    const frozen = { order: { ...inputs, quantity, entered: 'quantity' as const }, typed };
    // A try that is sent again may have another size than the form shows now.
    if (isAsking || quantity !== shown) setAsked(frozen);
    else place(frozen);
  };
  return {
    isBusy,
    wasTried,
    submit,
    asked: asked && { inputs: asked.order, summary: tradeSummary(asked.order, context) },
    confirm: () => asked !== undefined && place(asked),
    takeBack: () => setAsked(undefined),
  };
}
