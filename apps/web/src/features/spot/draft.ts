import { createOwnStore } from '../../shared/own-store.ts';
import { readStored, writeStored } from '../../shared/stored.ts';
import {
  SELF_TRADES,
  type OrderTerms,
  type Side,
  type TradeInputs,
  type TradeMode,
} from './model/trade-inputs.ts';

type SideDraft = Pick<TradeInputs, 'price' | 'quantity' | 'total' | 'entered'>;

interface Draft {
  /** Key of the market that it is for; another market starts empty. */
  readonly marketKey: string;
  readonly mode: TradeMode;
  /** The side that narrow forms show. */
  readonly shownSide: Side;
  readonly terms: OrderTerms;
  readonly buy: SideDraft;
  readonly sell: SideDraft;
}

const EMPTY: SideDraft = { price: '', quantity: '', total: '', entered: 'quantity' };

/**
 * Values typed into the trade form. They outlive the page, so that logging in on the way loses
 * nothing.
 */
export const useDraft = createOwnStore<Draft>(emptyDraft);

function emptyDraft(): Draft {
  return {
    marketKey: '',
    mode: 'limit',
    shownSide: 'buy',
    terms: {
      timeInForce: 'gtc',
      isPostOnly: false,
      selfTrade: SELF_TRADES.find((one) => one === readStored('selfTrade')) ?? 'expireTaker',
    },
    buy: EMPTY,
    sell: EMPTY,
  };
}

/** Begins a draft for a market with its present price. Does nothing where it has begun. */
export function beginDraft(marketKey: string, price: string): void {
  if (useDraft.getState().marketKey === marketKey) return;
  const side = { ...EMPTY, price };
  useDraft.setState({ marketKey, buy: side, sell: side });
}

export function changeDraft(side: Side, change: Partial<SideDraft>): void {
  useDraft.setState((draft) => ({ [side]: { ...draft[side], ...change } }) as Partial<Draft>);
}

/** An order that is sent leaves its price for the next one. Another market's draft stays. */
export function clearAmount(marketKey: string, side: Side): void {
  if (useDraft.getState().marketKey !== marketKey) return;
  changeDraft(side, { quantity: '', total: '', entered: 'quantity' });
}

/** The mode of self-trade prevention is kept for the next visit; other terms hold for this one. */
export function changeTerms(change: Partial<OrderTerms>): void {
  if (change.selfTrade !== undefined) writeStored('selfTrade', change.selfTrade);
  useDraft.setState(({ terms }) => ({ terms: { ...terms, ...change } }));
}

/** Takes a price from the book for both sides, and a quantity where one is given. */
export function takeLevel(price: string, quantity?: string): void {
  const taken = {
    price,
    ...(quantity !== undefined && { quantity, entered: 'quantity' as const }),
  };
  useDraft.setState(({ buy, sell }) => ({
    mode: 'limit',
    buy: { ...buy, ...taken },
    sell: { ...sell, ...taken },
  }));
}

/** Whether an order is confirmed before it is sent. */
export const useConfirmsOrders = createOwnStore(isConfirming);

function isConfirming(): { readonly isOn: boolean } {
  return { isOn: readStored('confirmOrders') === '1' };
}

export function turnConfirming(isOn: boolean): void {
  writeStored('confirmOrders', isOn ? '1' : '0');
  useConfirmsOrders.setState({ isOn });
}
