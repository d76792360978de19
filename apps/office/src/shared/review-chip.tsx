import { Chip } from '@mui/material';

/** Words and colours of the states of a review, in their order on the wire. */
const REVIEW_STATES = [
  { label: 'Not submitted', color: 'default' },
  { label: 'Waiting', color: 'warning' },
  { label: 'Approved', color: 'success' },
  { label: 'Rejected', color: 'error' },
] as const;

export function ReviewChip({ status }: { readonly status: number }) {
  const { label, color } = REVIEW_STATES[status] ?? { label: String(status), color: 'default' };
  return <Chip label={label} color={color} />;
}
