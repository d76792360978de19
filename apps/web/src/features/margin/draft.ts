import { createOwnStore } from '../../shared/own-store.ts';
import { readStored, writeStored } from '../../shared/stored.ts';
import type { MarginMode } from './model/entry.ts';
import { readLeverages } from './model/leverage.ts';
import { SIZE_UNITS, type OrderSize, type SizeUnit } from './model/order-size.ts';
import { PLAIN_TERMS, type PositionTerms } from './model/position-terms.ts';

interface Draft {
  /** Key of the market that it is for; another market starts empty. */
  readonly marketKey: string;
  readonly mode: MarginMode;
  readonly price: string;
  /** Typed or chosen; undefined before, when the kept or the usual one holds. */
  readonly leverage: string | undefined;
  readonly size: OrderSize;
  readonly terms: PositionTerms;
}

/**
 * The typed values of the order form. They outlive the form, which is a sheet on a phone, and the
 * page, so that logging in on the way loses nothing.
 */
const useDraftStore = createOwnStore<Draft>(() => emptyDraft(''));

function emptyDraft(marketKey: string): Draft {
  return {
    marketKey,
    mode: 'market',
    price: '',
    leverage: undefined,
    size: { unit: keptUnit(), typed: '', percent: undefined },
    terms: {
      ...PLAIN_TERMS,
      isIsolated: isolatedMarkets().includes(marketKey),
      hasStops: readStored('orderStops') === '1',
    },
  };
}

/** The draft of a market, and its change. The leverage that is chosen is kept for the market. */
export function useDraft(marketKey: string) {
  const kept = useDraftStore();
  const draft = kept.marketKey === marketKey ? kept : emptyDraft(marketKey);
  const change = (part: Partial<Omit<Draft, 'marketKey'>>): void =>
    useDraftStore.setState((before) => ({
      ...(before.marketKey === marketKey ? before : emptyDraft(marketKey)),
      ...part,
    }));
  return { draft, change };
}

/** An order that is sent leaves its terms for the next one. Another market's draft stays. */
export function clearSent(marketKey: string): void {
  useDraftStore.setState((before) =>
    before.marketKey === marketKey
      ? {
          size: { ...before.size, typed: '', percent: undefined },
          terms: { ...before.terms, takeProfit: '', stopLoss: '' },
        }
      : {},
  );
}

/** Takes a price from the book, for an order at it. */
export function takePrice(marketKey: string, price: string): void {
  useDraftStore.setState((before) => ({
    ...(before.marketKey === marketKey ? before : emptyDraft(marketKey)),
    mode: 'limit',
    price,
  }));
}

/** The leverage that was last chosen in a market. */
export function keptLeverage(marketKey: string): number | undefined {
  return readLeverages(readStored('leverages'))[marketKey];
}

export function keepLeverage(marketKey: string, leverage: number): void {
  const all = { ...readLeverages(readStored('leverages')), [marketKey]: leverage };
  writeStored('leverages', JSON.stringify(all));
}

/** Keeps the margin mode of a market for its next orders. */
export function keepIsolated(marketKey: string, isIsolated: boolean): void {
  const others = isolatedMarkets().filter((key) => key !== marketKey);
  writeStored('isolatedMarkets', [...others, ...(isIsolated ? [marketKey] : [])].join(' '));
}

/** Keeps whether orders have fields for stops. */
export function keepStops(hasStops: boolean): void {
  writeStored('orderStops', hasStops ? '1' : '0');
}

/** Keys of the markets whose orders are isolated. */
function isolatedMarkets(): readonly string[] {
  return readStored('isolatedMarkets')?.split(' ') ?? [];
}

function keptUnit(): SizeUnit {
  const stored = readStored('sizeUnit');
  return SIZE_UNITS.find((unit) => unit === stored) ?? 'base';
}

export function keepUnit(unit: SizeUnit): void {
  writeStored('sizeUnit', unit);
}

/** Whether an order is repeated in a dialog before it is sent. */
export const useConfirmation = createOwnStore<{ readonly isOn: boolean }>(() => ({
  isOn: readStored('confirmContracts') !== '0',
}));

export function turnConfirmation(isOn: boolean): void {
  writeStored('confirmContracts', isOn ? '1' : '0');
  useConfirmation.setState({ isOn });
}
