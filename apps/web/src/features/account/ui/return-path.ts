import type { Location } from 'react-router';

/** The path of this application to return to, else the home page. */
export function returnPath(location: Pick<Location, 'state'>): string {
  const state: unknown = location.state;
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
