import { Alert, Link } from '@mui/material';

/** Said in place of "Saved." where a change waits. */
export function ProposedNotice() {
  return (
    <Alert severity="info">
      Proposed: it waits for another operator.{' '}
      <Link href="#/proposals" color="inherit">
        See proposals
      </Link>
    </Alert>
  );
}
