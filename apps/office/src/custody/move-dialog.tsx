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
import { DecimalField } from '../shared/decimal-field.tsx';
import { decimalFault } from '../shared/decimal-rule.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { isoTime } from '../shared/time-of.ts';
import { useAction } from '../shared/use-action.ts';
import { walletName } from '../shared/wallet-names.ts';
import {
  currenciesOf,
  fundsOf,
  HOUSE_WALLETS,
  type Account,
  type HouseWallet,
} from './house-words.ts';

/** The currency of most contracts and payments. */
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
  /** The error in the choices. */
  readonly fault?: string | undefined;
  /**
   * The question before the move.
   * @param amount with its currency
   */
  question(amount: string): string;
  /** Makes the move, once also where an earlier try with the same input had no answer. */
  make(move: { readonly currency: number; readonly amount: string }): Promise<{
    readonly answer: string;
    readonly sinceMs: number | undefined;
  }>;
  close(): void;
}

type Move = ReturnType<typeof useMove>;

/** Wallets, currency and amount of a move; then one sentence with all of them, to be confirmed. */
export function MoveDialog(props: MoveDialogProps) {
  const { title, text, accounts, from, choices = [], fault, question, close } = props;
  const move = useMove(props);
  const { amount, name, isAsking, isReady, isBusy } = move;
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { component: 'form', onSubmit: move.submit } }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {isAsking ? (
          <Alert severity="warning">{question(`${groupDigits(amount)} ${name}`)}</Alert>
        ) : (
          <>
            <DialogContentText sx={{ mb: 2 }}>{text}</DialogContentText>
            {choices.map((choice) => (
              <WalletField key={choice.label} choice={choice} fault={fault} />
            ))}
            <CurrencyField move={move} />
            <DecimalField
              label="Amount"
              value={amount}
              onChange={move.setAmount}
              helperText={
                name === ''
                  ? 'The house has nothing to move.'
                  : `${groupDigits(fundsOf(accounts, from, move.currency))} ${name} there`
              }
              autoFocus
              isRequired
            />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={isAsking ? move.back : close} disabled={isBusy}>
          {isAsking ? 'Back' : 'Cancel'}
        </Button>
        <Button type="submit" variant="contained" disabled={!isReady} aria-busy={isBusy}>
          {isAsking ? 'Confirm' : 'Continue'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useMove({ accounts, fault, make, close }: MoveDialogProps) {
  const currencies = currenciesOf(accounts);
  const [currency, setCurrency] = useState(
    (currencies.find(({ name: code }) => code === USUAL) ?? currencies[0])?.id ?? 0,
  );
  const [amount, setAmount] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAction();
  const name = currencies.find(({ id }) => id === currency)?.name ?? '';
  const isReady =
    decimalFault(amount) === undefined && fault === undefined && name !== '' && !isBusy;
  const send = async (): Promise<string> => {
    const { answer, sinceMs } = await make({ currency, amount });
    if (sinceMs === undefined) return answer;
    const time = isoTime(sinceMs).replace('T', ' ');
    return `${answer} It was done once, the try of ${time} included.`;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    if (!isAsking) setAsking(true);
    else void run(send).then((isDone) => isDone && close());
  };
  const back = (): void => setAsking(false);
  return {
    currencies,
    currency,
    setCurrency,
    amount,
    setAmount,
    name,
    isAsking,
    isReady,
    isBusy,
    submit,
    back,
  };
}

function WalletField({
  choice: { label, value, choose },
  fault,
}: {
  readonly choice: Choice;
  readonly fault: string | undefined;
}) {
  return (
    <TextField
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
  );
}

function CurrencyField({
  move: { currencies, currency, setCurrency, name },
}: {
  readonly move: Move;
}) {
  return (
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
  );
}
