import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId } from 'react';
import { call } from '../http.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { useAction } from '../shared/use-action.ts';
import { prizeName, prizeRows, type Contest } from './contest-words.ts';

/** Names the payments and their source before the operator confirms. */
export function PayPrizesDialog({
  contest: { id, name, prizes, prizes_open },
  close,
}: {
  readonly contest: Contest;
  close(): void;
}) {
  const { isBusy, run } = useAction();
  const titleId = useId();
  const pay = (): void =>
    void run(async () => {
      const { paid, amount, waiting } = await call('POST /office/api/contest_pay', { id });
      const left = waiting === 0 ? '' : ` ${waiting} wait for an approved identity.`;
      return paid === 0
        ? `Nothing was paid.${left}`
        : `${paid} paid, ${groupDigits(amount)} USDT.${left}`;
    }).then((isDone) => isDone && close());
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`Pay the prizes of ${name}?`}</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {`${prizes_open === 1 ? 'One prize is' : `${prizes_open} prizes are`} not paid yet. Winners with an approved identity get theirs from the house's spot account now, each once; the others wait until you pay again.`}
        </DialogContentText>
        <Box component="ul" sx={{ my: 1, pl: 3, color: 'text.secondary' }}>
          {prizeRows(prizes).map((prize) => (
            <li key={prize.from}>{prizeName(prize)}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          Cancel
        </Button>
        <Button variant="contained" onClick={pay} disabled={isBusy} aria-busy={isBusy}>
          Pay prizes
        </Button>
      </DialogActions>
    </Dialog>
  );
}
