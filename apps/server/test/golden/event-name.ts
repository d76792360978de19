import type { Event } from '@meridian/core/events';

/** The name of an event, with the field that tells its kinds apart. */
export function nameOf(event: Event): string {
  switch (event.type) {
    case 'dealChanged':
    case 'lockEnded':
    case 'savingChanged':
    case 'quoteEnded':
    case 'loanChanged':
      return `${event.type} ${event.cause}`;
    case 'adChanged':
      return `${event.type} ${event.ad.state}`;
    case 'appealChanged':
      return `${event.type} ${event.appeal.state}`;
    case 'saleEnded':
      return `${event.type} ${event.state}`;
    default: {
      const kind = 'reason' in event ? String(event.reason) : 'result' in event ? event.result : '';
      return `${event.type} ${kind}`.trim();
    }
  }
}
