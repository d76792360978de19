import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIndexPrice } from '../../../realtime/index-price.ts';
import { fixed, grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { localValues } from '../../../shared/local-values.ts';
import type { Market } from '../../../shared/market/market.ts';
import { showToast } from '../../../shared/ui/toasts.ts';
import { refreshMargin, submitOrder } from '../api.ts';
import { clearSent, keepLeverage, keptLeverage, useConfirmation, useDraft } from '../draft.ts';
import { firstLeverage } from '../model/leverage.ts';
import {
  marginErrors,
  marginSummary,
  orderOf,
  type MarginContext,
  type MarginField,
  type MarginInputs,
  type MarginMode,
} from '../model/margin-form.ts';
import { lotsOf, maxLots, sizeText, type OrderSize } from '../model/order-size.ts';
import { toldPrice } from '../model/told-price.ts';
import {
  areSameTerms,
  type MarginOffer,
  type MarginSide,
  type SeenTerms,
} from '../model/position.ts';
import type { PositionTerms } from '../model/position-terms.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';

interface OrderTerms {
  readonly market: Market;
  /** The market whose index is the price. */
  readonly index: Market;
  readonly offer: MarginOffer;
  /** Called after an order was sent. */
  readonly onSent?: (() => void) | undefined;
}

export type OrderForm = ReturnType<typeof useOrderForm>;

/** The typed order, with its sums and errors for each side. */
export function useOrderForm({ market, index, offer, onSent }: OrderTerms) {
  const t = useTranslate();
  const language = useLanguage();
  const { draft, change } = useDraft(market.key);
  const [tried, setTried] = useState<MarginSide>();
  const context = useContext(market, index, offer);
  const { leverage, leverageText } = leverageOf(draft.leverage, offer, market.key);
  const { mode, price, size, terms } = draft;
  const lots = lotsOf(size, { mode, price, leverage }, context);
  const inputsOf = (side: MarginSide): MarginInputs => ({
    ...{ side, mode, price, leverage, lots, terms },
  });
  const sideOf = (side: MarginSide) => {
    const inputs = inputsOf(side);
    return { inputs, summary: marginSummary(inputs, context), max: maxLots(inputs, context) };
  };
  const errorsOf = (side: MarginSide) => marginErrors(inputsOf(side), context);
  const changeLeverage = (text: string): void => {
    change({ leverage: text });
    if (offer.leverages.includes(Number(text))) keepLeverage(market.key, Number(text));
  };
  const changeMode = (next: MarginMode): void =>
    change({ mode: next, ...(next === 'limit' ? { price: context.indexPrice } : {}) });
  const errorOf = (field: MarginField): string | undefined => {
    const found = tried === undefined ? undefined : errorsOf(tried)[field];
    return found && t(found.id, localValues(found.values, language));
  };
  const sending = useSending({ market, offer, context }, () => {
    setTried(undefined);
    clearSent(market.key);
    onSent?.();
  });
  const press = (side: MarginSide): void => {
    setTried(side);
    if (Object.keys(errorsOf(side)).length === 0) sending.press(inputsOf(side), size);
  };
  return {
    ...{ mode, price, size, lots, leverage, leverageText, context, terms },
    long: sideOf('long'),
    short: sideOf('short'),
    change: change as (part: { price?: string; size?: OrderSize; terms?: PositionTerms }) => void,
    changeMode,
    changeLeverage,
    errorOf,
    press,
    sending,
  };
}

/**
 * The chosen leverage, and the text in its field. Undefined where the text is no offered leverage.
 */
function leverageOf(typed: string | undefined, { leverages }: MarginOffer, key: string) {
  const first = firstLeverage(leverages, keptLeverage(key));
  const leverageText = typed ?? (first === undefined ? '' : String(first));
  const leverage = leverages.find((each) => String(each) === leverageText);
  return { leverage, leverageText };
}

interface Typed {
  readonly inputs: MarginInputs;
  /** Identifies the order, see `Meaning`. */
  readonly typed: unknown;
  /** The terms that the form or the question shows. */
  readonly seen: SeenTerms;
}

/**
 * Sends an order: at once, or after its confirmation. The confirmation stays open while nobody
 * knows whether the order was done, and ends when its terms change: nobody has agreed to others.
 */
function useSending(
  { market, offer, context }: Omit<OrderTerms, 'index'> & { readonly context: MarginContext },
  onDone: () => void,
) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Typed>();
  const isConfirmed = useConfirmation(({ isOn }) => isOn);
  const cancel = (): void => setAsked(undefined);
  const { isBusy, send, unanswered } = useMoneyCall(submitOrder, {
    onDone: ({ message, price: entryPrice }, { side, lots, limitPrice }) => {
      const size = sizeText(lots, 'base', { inputs: { mode: 'market', price: '' }, context });
      const { id, price, isAbout } = toldPrice(entryPrice, limitPrice, context.indexPrice);
      const shown = fixed(price, market.priceDecimals, { language });
      showToast(
        'success',
        t(id, {
          done: message,
          side: t(`margin.${side}`),
          symbol: market.symbol,
          size: `${grouped(size, language)} ${market.base}`,
          price: isAbout ? `≈ ${shown}` : shown,
        }),
      );
      cancel();
      onDone();
    },
    onFailed: ({ message }, isAnswered) => {
      showToast('error', message);
      if (isAnswered) cancel();
    },
    refresh: () => refreshMargin(client),
  });
  const sendNow = ({ inputs, typed, seen }: Typed): void =>
    void send(orderOf(inputs, market, seen), { typed });
  const press = (inputs: MarginInputs, size: OrderSize): void => {
    // The lots follow the market and the own account; the typed size does not.
    const typed = [market.key, market.quoteId, size, { ...inputs, lots: undefined }];
    const { lots } = unanswered(typed) ?? inputs;
    const { spread, fee, slippage } = context;
    const order = { inputs: { ...inputs, lots }, typed, seen: { spread, fee, slippage } };
    // A try that is sent again may have another size than the form shows now.
    if (isConfirmed || lots !== inputs.lots) setAsked(order);
    else sendNow(order);
  };
  const isOver = asked !== undefined && !(offer.isOpen && areSameTerms(asked.seen, context));
  useEffect(() => {
    if (!isOver || isBusy) return;
    setAsked(undefined);
    showToast('info', t('site.termsChanged'));
  }, [isOver, isBusy, t]);
  const question = isOver ? undefined : asked;
  const confirm = (): void => {
    if (question !== undefined) sendNow(question);
  };
  return { asked: question?.inputs, press, cancel, isBusy, confirm };
}

/**
 * Figures from which the panel computes: terms as of the last answer, index price and account as
 * the socket sends them.
 */
function useContext(market: Market, index: Market, offer: MarginOffer): MarginContext {
  const indexPrice = useIndexPrice(index);
  const live = useMarginAccounts([market.quoteId])?.[0];
  return {
    scale: market.scale,
    indexPrice: indexPrice ?? offer.indexPrice,
    lotSize: offer.lotSize,
    spread: offer.spread,
    fee: offer.fee,
    maintenance: offer.maintenance,
    slippage: offer.slippage,
    minLots: offer.minLots,
    maxLots: offer.maxLots,
    available: live?.available ?? offer.available,
    margins: live?.margins ?? offer.margins,
    profits: live?.profits ?? offer.profits,
    maintained: live?.maintained ?? offer.maintained,
    open: live?.positions.filter(({ baseId }) => baseId === market.baseId) ?? offer.positions,
  };
}
