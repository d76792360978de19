import type { User } from './user.ts';

type Event = User['history'][number];

/**
 * The name of an event in words: `password_changed` → `Password changed`. A freeze or thaw names
 * its author: an event by an operator has no network address.
 */
export function eventName({ kind, address }: Pick<Event, 'kind' | 'address'>): string {
  const words = kind.replaceAll('_', ' ');
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  if (kind !== 'frozen' && kind !== 'unfrozen') return name;
  return address === '' ? `${name} by an operator` : `${name} by the link in a mail`;
}
