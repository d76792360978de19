import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useId, useState, type FormEvent } from 'react';
import { call } from '../http.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import { ClaimFacts } from './claim-details.tsx';
import type { Claim } from './custody-words.ts';

interface DecisionProps {
  readonly claim: Claim;
  close(): void;
}

/** The server's limit. */
const LONGEST_HASH = 128;

/** Matches the claim to a transaction. */
export function MatchDialog({ claim, close }: DecisionProps) {
  const [hash, setHash] = useState(claim.hash);
  const { isBusy, run } = useAction();
  const titleId = useId();
  const isReady = hash !== '' && !isBusy;
  const match = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady)
      void run(() =>
        call('POST /office/api/claim_decide', { id: claim.id, approved: '1', hash }),
      ).then((isDone) => isDone && close());
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { component: 'form', onSubmit: match } }}
    >
      <DialogTitle id={titleId}>{`Match the claim of ${claim.account}`}</DialogTitle>
      <DialogContent sx={{ px: 1 }}>
        <ClaimFacts claim={claim} />
        <Box sx={{ px: 2 }}>
          <DialogContentText sx={{ mb: 2 }}>
            The watcher must have seen the transaction to an address of this customer. Matching ends
            the claim; the amount is credited by its confirmations, once, and is what the chain
            says.
          </DialogContentText>
          <TextField
            label="Transaction"
            value={hash}
            onChange={({ target }) => setHash(target.value.trim())}
            slotProps={{
              htmlInput: { maxLength: LONGEST_HASH, autoComplete: 'off', spellCheck: false },
            }}
            autoFocus
            required
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          type="submit"
          variant="contained"
          color="success"
          disabled={!isReady}
          aria-busy={isBusy}
        >
          Match
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function RejectClaimDialog({
  claim: { id, account, amount, currency_name },
  close,
}: DecisionProps) {
  const { isBusy, run } = useAction();
  const reject = (reason: string): void =>
    void run(() => call('POST /office/api/claim_decide', { id, approved: '0', reason })).then(
      (isDone) => isDone && close(),
    );
  return (
    <ReasonDialog
      title={`Reject the claim of ${account}?`}
      text={`${groupDigits(amount)} ${currency_name} are not credited. The customer can claim again.`}
      hint="The customer reads it."
      confirmLabel="Reject"
      isDangerous
      isBusy={isBusy}
      confirm={reject}
      close={close}
    />
  );
}
