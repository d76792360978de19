import type { Output } from '@meridian/contract/client/named-calls';
import VerifiedIcon from '@mui/icons-material/VerifiedOutlined';
import { Alert, Button, Stack } from '@mui/material';
import { useState } from 'react';
import { call } from '../../http.ts';
import { useAction } from '../../shared/use-action.ts';

/** Verifies the log's hash chain on the server, and shows the result. */
export function VerifyButton() {
  const [answer, setAnswer] = useState<Output<'GET /office/api/audit_verify'>>();
  const { isBusy, run } = useAction();
  const verify = (): void =>
    void run(async () => setAnswer(await call('GET /office/api/audit_verify', {})));
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, alignItems: 'center' }}>
      {answer !== undefined && (
        <Alert severity={answer.broken_at === 0 ? 'success' : 'error'} sx={{ py: 0 }}>
          {answer.broken_at === 0
            ? `${answer.entries} entries, all as they were written`
            : `Entry ${answer.broken_at} is not as it was written`}
        </Alert>
      )}
      <Button
        variant="outlined"
        startIcon={<VerifiedIcon />}
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={verify}
      >
        Verify
      </Button>
    </Stack>
  );
}
