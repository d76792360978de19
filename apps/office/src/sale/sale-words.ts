import type { Output } from '@meridian/contract/client/named-calls';

export type Sale = Output<'GET /office/api/sales'>[number];

export const SALE_KINDS = [
  { id: 'sale', name: 'Token sale' },
  { id: 'crowd', name: 'Crowdfunding' },
] as const;

export const SALE_STATES = {
  announced: { label: 'Announced', color: 'info' },
  open: { label: 'Open', color: 'success' },
  deciding: { label: 'Being decided', color: 'info' },
  allotting: { label: 'Paying out', color: 'info' },
  vesting: { label: 'Vesting', color: 'success' },
  done: { label: 'Done', color: 'default' },
  cancelled: { label: 'Cancelled', color: 'warning' },
  missed: { label: 'Target missed', color: 'warning' },
} as const satisfies Record<Sale['state'], object>;
