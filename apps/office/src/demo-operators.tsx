import { Alert, Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { isDemo } from './http.ts';

const PASSWORD = 'Admin1234';
const ACCOUNTS = [
  ['admin@meridian.test', 'proposes'],
  ['approver@meridian.test', 'decides'],
] as const;

/** The operators whom a visitor of the demo may be: what one proposes the other decides. */
export function DemoOperators() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    void isDemo().then(setShown);
  }, []);
  if (!isShown) return null;
  return (
    <Alert severity="info" icon={false} sx={{ overflowWrap: 'anywhere' }}>
      {ACCOUNTS.map(([account, purpose]) => (
        <Box key={account}>
          {account} {purpose}
        </Box>
      ))}
      Password of both: {PASSWORD}
    </Alert>
  );
}
