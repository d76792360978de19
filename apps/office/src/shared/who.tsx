import { Box, Typography } from '@mui/material';

/** An operator's account, and when they acted. */
export function Who({ account, time }: { readonly account: string; readonly time: string }) {
  if (account === '') return '--';
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {account}
      <Typography variant="caption" component="div" color="text.disabled">
        {time}
      </Typography>
    </Box>
  );
}
