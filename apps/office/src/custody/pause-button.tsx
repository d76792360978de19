import { Button } from '@mui/material';
import { useState } from 'react';
import { call } from '../http.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';

interface PauseButtonProps {
  /** 0 for all. */
  readonly currency: number;
  /** The name of the paused currencies, in the middle of a sentence. */
  readonly name: string;
  readonly isPaused: boolean;
}

/** Pauses or resumes withdrawals and the signer, with a reason. */
export function PauseButton({ currency, name, isPaused }: PauseButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const label = isPaused ? 'Resume' : 'Pause';
  const confirm = (reason: string): void => {
    void run(() =>
      call('POST /office/api/custody_pause', { currency, paused: isPaused ? '0' : '1', reason }),
    ).then((isDone) => isDone && setOpen(false));
  };
  return (
    <>
      <Button
        variant="outlined"
        color={isPaused ? 'primary' : 'error'}
        onClick={() => setOpen(true)}
        aria-label={`${label} ${name}`}
      >
        {currency === 0 ? `${label} all` : label}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`${label} ${name}?`}
          text={
            isPaused
              ? 'Withdrawals that are approved go out at once.'
              : 'Nothing new is signed, and customers can ask for nothing. What is signed already is still sent.'
          }
          hint="For the audit log."
          confirmLabel={label}
          isDangerous={!isPaused}
          isBusy={isBusy}
          confirm={confirm}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
