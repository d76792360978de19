import { useState } from 'react';
import { useIndexPrice } from '../../../realtime/index-price.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { localValues } from '../../../shared/local-values.ts';
import type { Market } from '../../../shared/market/market.ts';
import {
  marginError,
  marginSummary,
  type MarginContext,
  type MarginInputs,
  type MarginMode,
} from '../model/margin-form.ts';
import type { MarginOffer } from '../model/position.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';

interface OrderTerms {
  readonly market: Market;
  /** Whose index is the price. */
  readonly index: Market;
  readonly offer: MarginOffer;
}

export type OrderForm = ReturnType<typeof useOrderForm>;

/** The order that is typed, its error and sums, and whether its confirmation is open. */
export function useOrderForm({ market, index, offer }: OrderTerms) {
  const t = useTranslate();
  const language = useLanguage();
  const [inputs, setInputs] = useState<MarginInputs>({
    side: 'long',
    mode: 'market',
    price: '',
    leverage: undefined,
    lots: '',
  });
  const [wasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const context = useContext(market, index, offer);
  const summary = marginSummary(inputs, context);
  const found = marginError(inputs, context);
  const change = (next: Partial<MarginInputs>): void => setInputs({ ...inputs, ...next });
  // Another kind of price is another thought: what was chosen for the first is taken back.
  const changeMode = (mode: MarginMode): void =>
    change({ mode, leverage: undefined, price: mode === 'limit' ? context.indexPrice : '' });
  const errorOf = (field: string): string | undefined =>
    wasTried && found?.field === field
      ? t(found.id, localValues(found.values, language))
      : undefined;
  const ask = (): void => {
    setTried(true);
    if (found === undefined) setAsking(true);
  };
  const cancel = (): void => setAsking(false);
  const done = (): void => {
    cancel();
    setTried(false);
    change({ lots: '' });
  };
  return {
    inputs,
    indexPrice: context.indexPrice,
    summary,
    change,
    changeMode,
    errorOf,
    isAsking,
    ask,
    done,
    cancel,
  };
}

/**
 * What the panel reckons with: terms as of the last answer, index and account as the socket tells
 * them.
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
