import type { MessageKind } from '@meridian/contract/inbox/calls';
import type { Event } from '@meridian/core/events';
import type { Party } from '@meridian/core/p2p/p2p-commands';
import type { Deal, DealCause, DealChanged } from '@meridian/core/p2p/p2p-events';
import type { Told } from './inbox-tables.ts';

const KIND: Readonly<Record<DealCause, MessageKind>> = {
  opened: 'p2p_opened',
  paid: 'p2p_paid',
  extended: 'p2p_extended',
  cancelAsked: 'p2p_cancel_asked',
  cancelRefused: 'p2p_cancel_refused',
  cancelled: 'p2p_cancelled',
  expired: 'p2p_expired',
  released: 'p2p_released',
  appealed: 'p2p_appealed',
  appealWithdrawn: 'p2p_appeal_withdrawn',
  ruled: 'p2p_ruled',
};
const BOTH: readonly Party[] = ['buyer', 'seller'];

/**
 * Messages about a step of a deal: to the side that did not take it, or to both. The seller of
 * released coins is told too: somebody else may have released them with the seller's session.
 */
export function toldOfP2pDeal({ cause, deal }: DealChanged, beside: readonly Event[]): Told[] {
  const amount = cause === 'ruled' ? deal.toBuyer : deal.quantity;
  const facts = { subject: deal.id, currency: deal.currency, amount: String(amount) };
  const told = sidesOf(cause, deal, beside).map((side) => ({
    user: deal[side],
    kind: KIND[cause],
    facts,
  }));
  if (cause !== 'released') return told;
  return [...told, { user: deal.seller, kind: 'p2p_release_made', facts }];
}

function sidesOf(
  cause: DealCause,
  { id, taker, endedBy }: Deal,
  beside: readonly Event[],
): readonly Party[] {
  switch (cause) {
    case 'opened':
      return [otherThan(taker)];
    case 'cancelled':
      return endedBy === 'both' ? BOTH : ['seller'];
    case 'paid':
    case 'cancelRefused':
      return ['seller'];
    case 'extended':
    case 'cancelAsked':
    case 'released':
      return ['buyer'];
    case 'expired':
    case 'ruled':
      return BOTH;
    case 'appealed':
    case 'appealWithdrawn': {
      const change = beside.find(
        (event) => event.type === 'appealChanged' && event.appeal.deal === id,
      );
      return change?.type === 'appealChanged' ? [otherThan(change.appeal.by)] : BOTH;
    }
  }
}

function otherThan(side: Party): Party {
  return side === 'buyer' ? 'seller' : 'buyer';
}
