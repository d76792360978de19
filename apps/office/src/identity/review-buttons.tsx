import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useRedirect } from 'react-admin';
import { call } from '../http.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import type { Application } from './application.ts';

/** Approves, or rejects with a reason, and returns to the queue. */
export function ReviewButtons({
  application: { id, account },
}: {
  readonly application: Application;
}) {
  const [isRejecting, setRejecting] = useState(false);
  // A refetch of the decided application would be logged as an opening.
  const { isBusy, run } = useAction({ isRefreshing: false });
  const redirect = useRedirect();
  const decide = (decision: { approved: '0' | '1'; reason?: string }): void => {
    void run(() => call('POST /office/api/review', { id, ...decision })).then(
      (isDone) => isDone && redirect('list', 'identity'),
    );
  };
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Button variant="outlined" color="error" disabled={isBusy} onClick={() => setRejecting(true)}>
        Reject
      </Button>
      <Button
        variant="contained"
        color="success"
        disabled={isBusy}
        onClick={() => decide({ approved: '1' })}
      >
        Approve
      </Button>
      {isRejecting && (
        <ReasonDialog
          title={`Reject the application of ${account}?`}
          text="The customer can apply again."
          hint="The customer reads it."
          confirmLabel="Reject"
          isDangerous
          isBusy={isBusy}
          confirm={(reason) => decide({ approved: '0', reason })}
          close={() => setRejecting(false)}
        />
      )}
    </Stack>
  );
}
