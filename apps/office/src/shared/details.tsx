import { Box, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface DetailsProps {
  /** Label and value; an undefined value is loading. */
  readonly rows: readonly (readonly [label: string, value: ReactNode])[];
}

/** Labels with their values, in as many columns as fit. */
export function Details({ rows }: DetailsProps) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        px: 2,
        pb: 2,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(184px, 1fr))',
      }}
    >
      {rows.map(([label, value]) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.disabled' }}>
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, mt: 0.25, overflowWrap: 'anywhere' }}
          >
            {value === undefined ? <Skeleton width={96} /> : value === '' ? '--' : value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
