/** Our names of stored values, beside those of the specification that they are stored under. */
const STORED_NAMES = {
  token: 'token',
  userId: 'user_id',
  accountNumber: 'accountNum',
  referralCode: 'extension_code',
  isSeller: 'is_seller',
  locale: 'locale',
  lang: 'lang',
  nightMode: 'night_mode',
  quoteId: 'legal_id',
  baseId: 'currency_id',
  quote: 'legal_name',
  base: 'currency_name',
  symbol: 'symbol',
  priceScale: 'priceScale',
  favourites: 'favourites',
  directionColours: 'direction_colours',
  directionAsked: 'direction_asked',
  shortcuts: 'shortcuts',
  device: 'device',
  hideSmall: 'hide_small',
  hideAll: 'hide_all',
  selfTrade: 'self_trade',
  confirmOrders: 'confirm_orders',
  terminalLayout: 'terminal_layout',
  chartTerminals: 'chart_terminals',
  chartMarkets: 'chart_markets',
  leverages: 'leverages',
  sizeUnit: 'size_unit',
  confirmContracts: 'confirm_contracts',
  isolatedMarkets: 'isolated_markets',
  orderStops: 'order_stops',
  sounds: 'sounds',
  ticketDrafts: 'ticket_drafts',
  unanswered: 'unanswered',
} as const;

/**
 * Values in the browser's storage. A browser that stores nothing (private windows, full disks) is
 * no error: such values are kept in `unkept` and last as long as the page.
 */
export type StoredKey = keyof typeof STORED_NAMES;

const unkept = new Map<StoredKey, string>();

/** Whether an event of the storage is about one of these values; without a name, about all. */
export function isStoredAs(name: string | null, keys: readonly StoredKey[]): boolean {
  return name === null || keys.some((key) => STORED_NAMES[key] === name);
}

export function readStored(key: StoredKey): string | undefined {
  const value = unkept.get(key);
  if (value !== undefined) return value;
  try {
    return localStorage.getItem(STORED_NAMES[key]) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(STORED_NAMES[key], value);
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
  }
}

export function removeStored(...keys: readonly StoredKey[]): void {
  for (const key of keys) unkept.delete(key);
  try {
    for (const key of keys) localStorage.removeItem(STORED_NAMES[key]);
  } catch {
    // Nothing was stored.
  }
}

/** Settings of the browser, not of a person: how it shows things to all its users. */
export const OF_BROWSER = [
  'locale',
  'lang',
  'nightMode',
  'directionColours',
  'directionAsked',
] as const satisfies readonly StoredKey[];

/**
 * Deletes everything, as the specification says of a logout, except the device token, which opens
 * nothing, and the kept keys.
 */
export function clearStored(kept: readonly StoredKey[] = []): void {
  const values = ([...kept, 'device'] as const).map((key) => [key, readStored(key)] as const);
  unkept.clear();
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Nothing was stored.
  }
  for (const [key, value] of values) if (value !== undefined) writeStored(key, value);
}
