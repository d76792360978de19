import type { Input } from '@meridian/contract/client/named-calls';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  MenuItem,
  TextField,
} from '@mui/material';
import { useId, useState, type FormEvent } from 'react';
import { call } from '../http.ts';
import { DecimalField } from '../shared/decimal-field.tsx';
import { decimalFault } from '../shared/decimal-rule.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { useAction } from '../shared/use-action.ts';
import type { DeskRow } from './convert-words.ts';

type Direction = Input<'POST /office/api/convert_fund'>['direction'];

/** Opens the form that proposes to move coins between the house and the desk. */
export function FundButton({ row }: { readonly row: DeskRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        onClick={() => setOpen(true)}
        aria-label={`Fund the desk in ${row.currency_name}`}
      >
        Fund
      </Button>
      {isOpen && <FundDialog row={row} close={() => setOpen(false)} />}
    </>
  );
}

function FundDialog({ row, close }: { readonly row: DeskRow; close(): void }) {
  const { currency, currency_name: name, house, available } = row;
  const [direction, setDirection] = useState<Direction>('in');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const { isBusy, run } = useAction();
  const titleId = useId();
  const isReady = decimalFault(amount) === undefined && reason.trim() !== '' && !isBusy;
  const propose = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    void run(() =>
      call('POST /office/api/convert_fund', {
        currency,
        direction,
        amount,
        reason: reason.trim(),
      }),
    ).then((isDone) => isDone && close());
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { component: 'form', onSubmit: propose } }}
    >
      <DialogTitle id={titleId}>{`Fund the desk in ${name}`}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          The hedger keeps the desk at what it was funded with: what is put in or taken out moves
          that too.
        </DialogContentText>
        <TextField
          label="Direction"
          select
          value={direction}
          onChange={({ target }) => setDirection(target.value as Direction)}
        >
          <MenuItem value="in">From the house to the desk</MenuItem>
          <MenuItem value="out">From the desk to the house</MenuItem>
        </TextField>
        <DecimalField
          label={`Amount in ${name}`}
          value={amount}
          onChange={setAmount}
          helperText={`${groupDigits(direction === 'in' ? house : available)} ${name} there`}
          autoFocus
          isRequired
        />
        <TextField
          label="Reason"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          helperText="Another operator decides, and reads this."
          slotProps={{ htmlInput: { maxLength: 300, autoComplete: 'off' } }}
          required
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="contained" disabled={!isReady} aria-busy={isBusy}>
          Propose
        </Button>
      </DialogActions>
    </Dialog>
  );
}
