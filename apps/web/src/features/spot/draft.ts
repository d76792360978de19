import { create } from 'zustand';
import type { Side, TradeMode } from './model/trade-inputs.ts';

interface SideDraft {
  readonly price: string;
  readonly quantity: string;
}

interface Draft {
  /** Which market it is for; another market starts empty. */
  readonly marketKey: string;
  readonly mode: TradeMode;
  /** The side that narrow screens show. */
  readonly shownSide: Side;
  readonly buy: SideDraft;
  readonly sell: SideDraft;
}

const EMPTY = { price: '', quantity: '' };

/**
 * What is typed into the trade form. It outlives the page, so that logging in on the way loses
 * nothing.
 */
export const useDraft = create<Draft>(() => ({
  marketKey: '',
  mode: 'limit',
  shownSide: 'buy',
  buy: EMPTY,
  sell: EMPTY,
}));

/** Begins a draft for a market with its present price. Does nothing where it has begun. */
export function beginDraft(marketKey: string, price: string): void {
  if (useDraft.getState().marketKey === marketKey) return;
  const side = { price, quantity: '' };
  useDraft.setState({ marketKey, buy: side, sell: side });
}

export function changeDraft(side: Side, change: Partial<SideDraft>): void {
  useDraft.setState((draft) => ({ [side]: { ...draft[side], ...change } }) as Partial<Draft>);
}

/** Takes a price from the book for both sides. */
export function takePrice(price: string): void {
  useDraft.setState(({ buy, sell }) => ({
    mode: 'limit',
    buy: { ...buy, price },
    sell: { ...sell, price },
  }));
}
