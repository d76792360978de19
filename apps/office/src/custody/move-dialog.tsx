import {
  Alert,
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
import { CallError } from '../http.ts';
import { DecimalField } from '../shared/decimal-field.tsx';
import { decimalFault } from '../shared/decimal-rule.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { useAction } from '../shared/use-action.ts';
import { walletName } from '../shared/wallet-names.ts';
import {
  currenciesOf,
  fundsOf,
  HOUSE_WALLETS,
  type Account,
  type HouseWallet,
} from './house-words.ts';

/** What most contracts and payments are in. */
const USUAL = 'USDT';

interface Choice {
  readonly label: string;
  readonly value: HouseWallet;
  choose(wallet: HouseWallet): void;
}

interface MoveDialogProps {
  readonly title: string;
  readonly text: string;
  readonly accounts: readonly Account[];
  readonly from: HouseWallet;
  readonly choices?: readonly Choice[];
  /** What is wrong with the choices. */
  readonly fault?: string | undefined;
  /** The question before it is done. @param amount with its currency */
  told(amount: string): string;
  /** @param key the same for tries of one move, so that it happens once */
  make(move: { readonly currency: number; readonly amount: string }, key: string): Promise<string>;
  close(): void;
}

/**
 * Wallets, currency and amount of a move; then the whole of it in one sentence, to be confirmed.
 */
export function MoveDialog({
  title,
  text,
  accounts,
  from,
  choices = [],
  fault,
  told,
  make,
  close,
}: MoveDialogProps) {
  const currencies = currenciesOf(accounts);
  const [currency, setCurrency] = useState(
    (currencies.find(({ name: code }) => code === USUAL) ?? currencies[0])?.id ?? 0,
  );
  const [amount, setAmount] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { isBusy, run } = useAction();
  const titleId = useId();
  const name = currencies.find(({ id }) => id === currency)?.name ?? '';
  const isReady =
    decimalFault(amount) === undefined && fault === undefined && name !== '' && !isBusy;
  const send = async (): Promise<string> => {
    try {
      return await make({ currency, amount }, key);
    } catch (error) {
      // A refusal is remembered under its key. After a call that did not come back the same key
      // tells what became of it.
      if (!(error instanceof CallError) || error.code !== 'network') setKey(crypto.randomUUID());
      throw error;
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    if (!isAsking) setAsking(true);
    else void run(send).then((isDone) => isDone && close());
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { component: 'form', onSubmit: submit } }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {isAsking ? (
          <Alert severity="warning">{told(`${groupDigits(amount)} ${name}`)}</Alert>
        ) : (
          <>
            <DialogContentText sx={{ mb: 2 }}>{text}</DialogContentText>
            {choices.map(({ label, value, choose }) => (
              <TextField
                key={label}
                label={label}
                select
                value={value}
                onChange={({ target }) => choose(target.value as HouseWallet)}
                error={fault !== undefined && label === 'To'}
                helperText={label === 'To' && fault}
              >
                {HOUSE_WALLETS.map((wallet) => (
                  <MenuItem key={wallet} value={wallet}>
                    {walletName(wallet)}
                  </MenuItem>
                ))}
              </TextField>
            ))}
            <TextField
              label="Currency"
              select
              value={name === '' ? '' : currency}
              disabled={name === ''}
              onChange={({ target }) => setCurrency(Number(target.value))}
            >
              {currencies.map(({ id, name: code }) => (
                <MenuItem key={id} value={id}>
                  {code}
                </MenuItem>
              ))}
            </TextField>
            <DecimalField
              label="Amount"
              value={amount}
              onChange={setAmount}
              helperText={
                name === ''
                  ? 'The house has nothing to move.'
                  : `${groupDigits(fundsOf(accounts, from, currency))} ${name} there`
              }
              autoFocus
              isRequired
            />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={isAsking ? () => setAsking(false) : close} disabled={isBusy}>
          {isAsking ? 'Back' : 'Cancel'}
        </Button>
        <Button type="submit" variant="contained" disabled={!isReady} aria-busy={isBusy}>
          {isAsking ? 'Confirm' : 'Continue'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
