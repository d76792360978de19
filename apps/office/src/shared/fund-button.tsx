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
import { DecimalField } from './decimal-field.tsx';
import { decimalFault } from './decimal-rule.ts';
import { groupDigits } from './group-digits.ts';
import { useAction } from './use-action.ts';

type Direction = 'in' | 'out';

interface Funding {
  readonly direction: Direction;
  readonly amount: string;
  readonly reason: string;
}

interface FundProps {
  readonly row: {
    readonly currency_name: string;
    /** Free on the other account, and in the house's spot wallet. */
    readonly available: string;
    readonly house: string;
  };
  /** The other account in a sentence, as "the desk". */
  readonly account: string;
  readonly about: string;
  readonly propose: (funding: Funding) => Promise<unknown>;
}

/** Opens the form that proposes to move money between the house and another account of it. */
export function FundButton(props: FundProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        onClick={() => setOpen(true)}
        aria-label={`Fund ${props.account} in ${props.row.currency_name}`}
      >
        Fund
      </Button>
      {isOpen && <FundDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

function FundDialog({
  row: { currency_name: name, house, available },
  account,
  about,
  propose,
  close,
}: FundProps & { close(): void }) {
  const [direction, setDirection] = useState<Direction>('in');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const { isBusy, run } = useAction();
  const titleId = useId();
  const isReady = decimalFault(amount) === undefined && reason.trim() !== '' && !isBusy;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    void run(() => propose({ direction, amount, reason: reason.trim() })).then(
      (isDone) => isDone && close(),
    );
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { component: 'form', onSubmit: submit } }}
    >
      <DialogTitle id={titleId}>{`Fund ${account} in ${name}`}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{about}</DialogContentText>
        <TextField
          label="Direction"
          select
          value={direction}
          onChange={({ target }) => setDirection(target.value as Direction)}
        >
          <MenuItem value="in">{`From the house to ${account}`}</MenuItem>
          <MenuItem value="out">{`From ${account} to the house`}</MenuItem>
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
