import { canonicalSnapshot } from '@meridian/core/exchange';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { createHash } from 'node:crypto';

/** SHA-256 of what decides the exchange's future. Equal live, after replay from genesis and after restore. */
export function hashState(snapshot: ExchangeSnapshot): Buffer {
  return createHash('sha256').update(canonicalSnapshot(snapshot)).digest();
}
