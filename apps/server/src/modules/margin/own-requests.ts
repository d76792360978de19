import type { Event } from '@meridian/core/events';
import type { PositionId } from '@meridian/core/margin/margin-commands';
import type { LiveMargin } from './live.ts';
import type { AskedRequest, LivePosition, MarginRequest } from './live-position.ts';

/** A call that was taken, with the key that it came under. */
interface Taken {
  readonly key: string | undefined;
  /** Whether it is one of before under its key, or asked for nothing new. */
  readonly isRepeated: boolean;
}

/**
 * The request of a call about one position, as it stands; undefined for a repeated call whose
 * request is not the latest of its kind, or not known. Then the state of now tells nothing of it.
 */
export function ownRequest(
  margin: LiveMargin,
  { id, request }: { readonly id: PositionId; readonly request: MarginRequest },
  { key, isRepeated }: Taken,
): AskedRequest | undefined {
  const asked = margin.asked(id, request);
  if (isRepeated) return asked !== undefined && isUnder(asked, key) ? asked : undefined;
  if (key !== undefined) asked?.keys.add(key);
  return asked;
}

/** Gives the key of a call to each of the requests that it has made. */
export function remember(
  margin: LiveMargin,
  events: readonly Event[],
  key: string | undefined,
): void {
  if (key === undefined) return;
  for (const event of events) {
    if (event.type === 'positionClosing') margin.asked(event.position, 'close')?.keys.add(key);
    if (event.type === 'limitCloseSet') margin.asked(event.position, 'limitClose')?.keys.add(key);
  }
}

/** Whether the latest request of a kind about a position is that of a call under a key. */
export function isAskedUnder(
  { asked }: LivePosition,
  request: MarginRequest,
  key: string | undefined,
): boolean {
  const latest = asked.get(request);
  return latest !== undefined && isUnder(latest, key);
}

/** Without a key a call can only repeat a request that still waits. */
function isUnder({ keys, end }: AskedRequest, key: string | undefined): boolean {
  return key === undefined ? end === undefined : keys.has(key);
}
