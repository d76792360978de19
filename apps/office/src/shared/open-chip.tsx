import { Chip } from '@mui/material';

/** Whether the market or product accepts new orders. */
export function OpenChip({ isOpen }: { readonly isOpen: boolean }) {
  return <Chip label={isOpen ? 'Open' : 'Closed'} color={isOpen ? 'success' : 'default'} />;
}
