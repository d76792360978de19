import { Alert, Link } from '@mui/material';

/** Shown in place of "Saved." when a change waits for another operator. */
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
