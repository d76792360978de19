/**
 * Browser storage, under the names of the specification. A browser that stores nothing (private
 * windows, full disks) is no error: such values are kept in `unkept` and last as long as the page.
 */
export type StoredKey =
  | 'token'
  | 'user_id'
  | 'accountNum'
  | 'extension_code'
  | 'is_seller'
  | 'locale'
  | 'lang'
  | 'night_mode'
  | 'legal_id'
  | 'currency_id'
  | 'legal_name'
  | 'currency_name'
  | 'symbol'
  | 'priceScale'
  | 'favourites'
  | 'direction_colours'
  | 'direction_asked'
  | 'shortcuts'
  | 'device'
  | 'hide_small'
  | 'hide_all';

const unkept = new Map<StoredKey, string>();

export function readStored(key: StoredKey): string | undefined {
  const value = unkept.get(key);
  if (value !== undefined) return value;
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(key, value);
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
  }
}

export function removeStored(...keys: readonly StoredKey[]): void {
  for (const key of keys) unkept.delete(key);
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/**
 * Logging out deletes everything, as the specification says, except the device token: it names
 * nobody and opens nothing.
 */
export function clearStored(): void {
  const device = readStored('device');
  unkept.clear();
  try {
    localStorage.clear();
  } catch {
    // Nothing was stored.
  }
  if (device !== undefined) writeStored('device', device);
}
