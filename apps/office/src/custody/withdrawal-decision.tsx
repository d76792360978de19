import { Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { call } from '../http.ts';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import { NETWORKS, type Withdrawal } from './custody-words.ts';
import { Risks } from './risks.tsx';

interface DecisionProps {
  readonly withdrawal: Withdrawal;
  close(): void;
}

/** Shows once more all that the approval is for. */
export function ApproveDialog({ withdrawal, close }: DecisionProps) {
  const { isBusy, run } = useAction();
  const titleId = useId();
  const { id, user, account, number, currency_name, worth, network, address, look_alike, flags, approvals, approvals_needed } = withdrawal;
  const isLast = approvals + 1 >= approvals_needed;
  const approve = (): void => void run(() => call('POST /office/api/withdrawal_decide', { id, approved: '1' })).then(close);
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`Approve ${groupDigits(number)} ${currency_name} for ${account}?`}</DialogTitle>
      <DialogContent sx={{ px: 1 }}>
        <Details
          rows={[
            ['Customer', `${account} (${user})`],
            ['Worth', `${groupDigits(worth)} USDT`],
            ['Network', NETWORKS[network]],
            ['Address', address],
            ...(look_alike === '' ? [] : [['Looks like', look_alike] as const]),
            ['Risk', <Risks key="risk" flags={flags} look_alike={look_alike} />],
          ]}
        />
        {look_alike !== '' && (
          <Alert severity="error" sx={{ mx: 2, mb: 2 }}>
            The address begins and ends like another one that this customer has used or has in the book, and is not the same. Ask the customer before you approve.
          </Alert>
        )}
        <DialogContentText sx={{ px: 2 }}>{isLast ? 'It is sent at once, and cannot be taken back.' : `It is sent when ${approvals_needed} operators have approved it: you are number ${approvals + 1}.`}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          Cancel
        </Button>
        <Button variant="contained" color="success" onClick={approve} disabled={isBusy} aria-busy={isBusy}>
          Approve
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function RejectDialog({ withdrawal: { id, account, number, currency_name }, close }: DecisionProps) {
  const { isBusy, run } = useAction();
  const reject = (reason: string, note: string): void => void run(() => call('POST /office/api/withdrawal_decide', { id, approved: '0', reason, ...(note === '' ? {} : { note }) })).then((isDone) => isDone && close());
  return (
    <ReasonDialog
      title={`Reject ${groupDigits(number)} ${currency_name} for ${account}?`}
      text="The customer gets the whole amount back at once."
      hint="The customer reads it, word for word."
      hasNote
      confirmLabel="Reject"
      isDangerous
      isBusy={isBusy}
      confirm={reject}
      close={close}
    />
  );
}
