import type { DemoAccount } from '@meridian/contract/demo/calls';
import { Alert, Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { demoOperators } from './http.ts';

/**
 * The operators that a visitor of the demo can log in as: a proposal of one is decided by another.
 */
export function DemoOperators() {
  const [operators, setOperators] = useState<readonly DemoAccount[]>([]);
  useEffect(() => {
    void demoOperators().then(setOperators);
  }, []);
  const [first] = operators;
  if (first === undefined) return null;
  return (
    <Alert severity="info" icon={false} sx={{ overflowWrap: 'anywhere' }}>
      {operators.map(({ account, purpose }) => (
        <Box key={account}>
          {account} {purpose}
        </Box>
      ))}
      Password of each: {first.password}
    </Alert>
  );
}
