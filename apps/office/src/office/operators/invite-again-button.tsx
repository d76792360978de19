import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId, useState } from 'react';
import { call } from '../../http.ts';
import { useAction } from '../../shared/use-action.ts';

interface InviteAgainProps {
  readonly id: number;
  readonly account: string;
}

/**
 * For an operator who lost the invitation, or who is disabled after the loss of password or
 * authenticator.
 */
export function InviteAgainButton({ id, account }: InviteAgainProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const titleId = useId();
  const invite = (): void => {
    void run(() => call('POST /office/api/operator_invite', { id })).then(
      (isDone) => isDone && setOpen(false),
    );
  };
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Invite again
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{`Invite ${account} again?`}</DialogTitle>
        <DialogContent>
          <DialogContentText>
            Their password and authenticator are gone at once. They get a new link by mail, good for
            24 hours and not before they are enabled, and decide nothing for some time after they
            join.
          </DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="contained" onClick={invite} disabled={isBusy} aria-busy={isBusy}>
            Invite again
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
