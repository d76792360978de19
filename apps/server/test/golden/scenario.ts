import { officeMarketSave } from '@meridian/contract/market/office';
import type { GoldenAnswer } from './golden-set.ts';
import type { Office, Person, RecordedServer } from './recorded-server.ts';

/** The calls between a start of the server and its stop. */
export interface Act {
  /** How far ahead of the machine's clock the server lives meanwhile. */
  readonly shiftMs?: () => number;
  readonly settings?: Readonly<Record<string, string>>;
  play(server: RecordedServer): Promise<void>;
}

/** A set that is recorded from a running server. */
export interface Scenario {
  readonly name: string;
  readonly acts: readonly Act[];
  /** Asked before the last stop: kept with the whole database. */
  readonly asks?: (server: RecordedServer) => Promise<GoldenAnswer[]>;
}

interface MarketRow {
  readonly id: number;
  readonly symbol: string;
}

/** Changes rules of a market as operators do: rules that are not named stay. */
export async function changeMarket(
  office: Office,
  id: number,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const market = (await office.first.read<MarketRow[]>('/office/api/markets')).find(
    (row) => row.id === id,
  );
  const rules = Object.fromEntries(
    Object.entries(market ?? {})
      .filter(([name]) => name !== 'id' && Object.hasOwn(officeMarketSave.input.properties, name))
      .map(([name, value]) => [
        name,
        String(Number.isInteger(value) || typeof value === 'string' ? value : Number(value)),
      ]),
  );
  await office.must('/office/api/market_save', { id, ...rules, ...changes });
}

/** The bot quotes markets that are displayed: a recording needs a few busy books, not many. */
export async function hideMarketsBut(office: Office, kept: readonly string[]): Promise<void> {
  for (const { id, symbol } of await office.first.read<MarketRow[]>('/office/api/markets')) {
    if (!kept.includes(symbol)) await changeMarket(office, id, { is_display: '0' });
  }
}

/** The index of a market against USDT, in its own decimals. */
export async function priceOf(person: Person, currency: number): Promise<number> {
  const { last_price } = await person.must<{ last_price: string }>('/api/lever/deal', {
    legal_id: 3,
    currency_id: currency,
  });
  return Number(last_price);
}
