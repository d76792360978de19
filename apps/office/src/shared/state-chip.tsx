import { Chip } from '@mui/material';
import type { QueueState } from './queue-state.ts';

export function StateChip({ state: { label, color } }: { readonly state: QueueState }) {
  return <Chip label={label} color={color} />;
}
