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
import { useAction } from '../shared/use-action.ts';
import { networkLabel, type Network } from './custody-words.ts';

interface ColdMoveProps {
  readonly networks: readonly Network['name'][];
  readonly name: string;
}

type Direction = Input<'POST /office/api/cold_move'>['direction'];

interface Fields {
  /** Undefined if the currency has no network. */
  readonly network: Network['name'] | undefined;
  readonly direction: Direction;
  readonly amount: string;
  readonly hash: string;
  readonly block: string;
  readonly reason: string;
}

const EMPTY = { direction: 'to_cold', amount: '', hash: '', block: '', reason: '' } as const;

/** Opens the form that records a move of coins between hot wallet and cold storage. */
export function ColdMoveButton({ networks, name }: ColdMoveProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => setOpen(true)}
        aria-label={`Record a cold move of ${name}`}
      >
        Record a cold move
      </Button>
      {isOpen && <ColdMoveDialog networks={networks} name={name} close={() => setOpen(false)} />}
    </>
  );
}

function ColdMoveDialog({ networks, name, close }: ColdMoveProps & { close(): void }) {
  const [fields, setFields] = useState<Fields>({ ...EMPTY, network: networks[0] });
  const { network, direction, amount, hash, block, reason } = fields;
  const set = (change: Partial<Fields>): void => setFields((before) => ({ ...before, ...change }));
  const { isBusy, run } = useAction();
  const titleId = useId();
  const isReady =
    decimalFault(amount) === undefined &&
    network !== undefined &&
    hash !== '' &&
    /^[0-9]{1,15}$/.test(block) &&
    reason.trim() !== '' &&
    !isBusy;
  const record = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && network !== undefined)
      void run(() =>
        call('POST /office/api/cold_move', {
          network,
          amount,
          direction,
          hash,
          height: Number(block),
          reason: reason.trim(),
        }),
      ).then((isDone) => isDone && close());
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { component: 'form', onSubmit: record } }}
    >
      <DialogTitle id={titleId}>{`Record a cold move of ${name}`}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          For a transaction that is in the chain already: this moves nothing. A move to cold storage
          counts once the server has seen it there, at a registered address and with all
          confirmations.
        </DialogContentText>
        <ColdMoveFields networks={networks} name={name} fields={fields} set={set} />
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

interface ColdMoveFieldsProps extends ColdMoveProps {
  readonly fields: Fields;
  set(change: Partial<Fields>): void;
}

function ColdMoveFields({ networks, name, fields, set }: ColdMoveFieldsProps) {
  return (
    <>
      <TextField
        label="Network"
        select
        value={fields.network ?? ''}
        onChange={({ target }) => set({ network: target.value as Network['name'] })}
      >
        {networks.map((each) => (
          <MenuItem key={each} value={each}>
            {networkLabel(each)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Direction"
        select
        value={fields.direction}
        onChange={({ target }) => set({ direction: target.value as Direction })}
      >
        <MenuItem value="to_cold">From the hot wallet to cold storage</MenuItem>
        <MenuItem value="to_hot">From cold storage to the hot wallet</MenuItem>
      </TextField>
      <DecimalField
        label={`Amount in ${name}`}
        value={fields.amount}
        onChange={(amount) => set({ amount })}
        helperText=""
        autoFocus
        isRequired
      />
      <TextField
        label="Transaction"
        value={fields.hash}
        onChange={({ target }) => set({ hash: target.value.trim() })}
        helperText="Each is recorded once."
        slotProps={{ htmlInput: { maxLength: 128, autoComplete: 'off', spellCheck: false } }}
        required
      />
      <TextField
        label="Block"
        value={fields.block}
        onChange={({ target }) => set({ block: target.value.replace(/\D/g, '') })}
        helperText="The number of the block that has it, as a block explorer says."
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 15, autoComplete: 'off' } }}
        required
      />
      <TextField
        label="Reason"
        value={fields.reason}
        onChange={({ target }) => set({ reason: target.value })}
        helperText="Another operator decides, and reads this."
        slotProps={{ htmlInput: { maxLength: 300, autoComplete: 'off' } }}
        required
      />
    </>
  );
}
