import { Chip } from '@mui/material';

/** Whether new ones are taken. */
export function OpenChip({ isOpen }: { readonly isOpen: boolean }) {
  return <Chip label={isOpen ? 'Open' : 'Closed'} color={isOpen ? 'success' : 'default'} />;
}
