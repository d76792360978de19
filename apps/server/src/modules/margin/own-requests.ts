import type { LivePosition, MarginRequest } from './live-position.ts';

/** A call that was taken, with the key that it came under. */
interface Taken {
  readonly key: string | undefined;
  /** Whether it asked for nothing new. */
  readonly isRepeated: boolean;
}

/**
 * Whether the state of now tells how the request of a call stands. That of a repeated call only
 * while its own request waits: others may have followed. A key that has just asked is remembered.
 */
export function isOwnRequest(
  position: LivePosition | undefined,
  request: MarginRequest,
  { key, isRepeated }: Taken,
): boolean {
  if (isRepeated)
    return (
      position !== undefined &&
      isWaiting(position, request) &&
      (key === undefined || position.askedUnder.get(request) === key)
    );
  if (key !== undefined && position?.askedUnder.has(request) === false)
    position.askedUnder.set(request, key);
  return true;
}

function isWaiting(position: LivePosition, request: MarginRequest): boolean {
  switch (request) {
    case 'close':
      return position.isClosing;
    case 'limitClose':
      return position.limitClose !== undefined;
    case 'removal':
      return position.removing > 0n;
  }
}
