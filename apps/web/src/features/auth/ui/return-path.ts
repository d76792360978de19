import type { Location } from 'react-router';

/** Where one came from: a path of this application, else trading. */
export function returnPath({ state }: Pick<Location, 'state'>): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : '/dealCenter';
}
