import { Chip } from '@mui/material';

interface StateChipProps {
  readonly state: {
    readonly label: string;
    readonly color: 'default' | 'info' | 'warning' | 'success' | 'error';
  };
}

export function StateChip({ state: { label, color } }: StateChipProps) {
  return <Chip label={label} color={color} />;
}
