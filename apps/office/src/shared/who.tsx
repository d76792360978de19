import { Box, Typography } from '@mui/material';
import { AccountName } from './account-name.tsx';

/** An operator's account, and when they acted. */
export function Who({ account, time }: { readonly account: string; readonly time: string }) {
  if (account === '') return '--';
  return (
    <Box sx={{ minWidth: 116, overflowWrap: 'anywhere' }}>
      <AccountName account={account} />
      <Typography variant="caption" component="div" color="text.disabled">
        {time}
      </Typography>
    </Box>
  );
}
