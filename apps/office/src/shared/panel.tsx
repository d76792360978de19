import { Card, Stack, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  /** Actions, at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Panel({ title, actions, children }: PanelProps) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Stack
        direction="row"
        sx={{
          gap: 1,
          px: 2,
          pt: 1.5,
          pb: 1,
          minHeight: 52,
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
        }}
      >
        <Typography id={titleId} component="h2" variant="h6">
          {title}
        </Typography>
        {actions}
      </Stack>
      {children}
    </Card>
  );
}
