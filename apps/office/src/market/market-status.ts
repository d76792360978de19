/** States of a market: the orders that it accepts, and operators' names for them. */
export const MARKET_STATUSES = [
  { id: 'open', name: 'Open', color: 'success', meaning: 'Takes orders.' },
  {
    id: 'cancelOnly',
    name: 'Cancel only',
    color: 'warning',
    meaning: 'Takes no new orders; open ones can be cancelled.',
  },
  {
    id: 'closed',
    name: 'Closed',
    color: 'default',
    meaning: 'Takes no orders; open ones can be cancelled.',
  },
] as const;
