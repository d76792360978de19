import type { Output } from '@meridian/contract/client/named-calls';
import AddIcon from '@mui/icons-material/Add';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material';
import { useId, useState, type FormEvent } from 'react';
import { DataTable, TopToolbar } from 'react-admin';
import { call } from '../http.ts';
import { OfficeList } from '../shared/office-list.tsx';
import { isProposed } from '../shared/proposed.ts';
import { useAction } from '../shared/use-action.ts';

type Currency = Output<'GET /office/api/currencies'>[number];

const CODE = /^[A-Z0-9]{2,10}$/;
/**
 * Decimals, and the most coins that all accounts together can hold with them: 2^63 smallest units.
 */
const SCALES = [
  ['8', '92 billion'],
  ['7', '922 billion'],
  ['6', '9.2 trillion'],
  ['5', '92 trillion'],
  ['4', '922 trillion'],
  ['3', '9.2 quadrillion'],
  ['2', '92 quadrillion'],
  ['1', '922 quadrillion'],
  ['0', '9.2 quintillion'],
] as const;
type Scale = (typeof SCALES)[number][0];
const NARROW = { '& .column-scale': { display: { xs: 'none', sm: 'table-cell' } } };
const Column = DataTable.Col<Currency>;

/** Currencies of accounts. */
export function CurrencyList() {
  const [edited, setEdited] = useState<Currency | 'new'>();
  const actions = (
    <TopToolbar>
      <Button size="small" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
        New currency
      </Button>
    </TopToolbar>
  );
  return (
    <OfficeList title="Currencies" actions={actions} sort={{ field: 'id', order: 'ASC' }}>
      <DataTable rowClick={false} bulkActionButtons={false} sx={NARROW}>
        <Column source="id" label="Id" />
        <Column source="code" label="Code" />
        <DataTable.NumberCol source="scale" label="Decimals" />
        <DataTable.NumberCol source="markets" label="Markets" />
        <Column
          label=""
          align="right"
          render={(currency) => (
            <Button
              size="small"
              sx={{ minHeight: 24, py: 0 }}
              onClick={() => setEdited(currency)}
              aria-label={`Rename ${currency.code}`}
            >
              Rename
            </Button>
          )}
        />
      </DataTable>
      {edited !== undefined && (
        <CurrencyDialog
          key={edited === 'new' ? 'new' : edited.id}
          currency={edited === 'new' ? undefined : edited}
          close={() => setEdited(undefined)}
        />
      )}
    </OfficeList>
  );
}

function CurrencyDialog({
  currency,
  close,
}: {
  readonly currency: Currency | undefined;
  close(): void;
}) {
  const [code, setCode] = useState(currency?.code ?? '');
  const [scale, setScale] = useState<Scale>('8');
  const { isBusy, run } = useAction();
  const titleId = useId();
  const isReady = CODE.test(code) && code !== currency?.code;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    void run(() =>
      call('POST /office/api/currency_save', {
        ...(currency === undefined ? { scale } : { id: currency.id }),
        code,
      }).then((answer) => (isProposed(answer) ? answer : `${code} is listed.`)),
    ).then((isDone) => isDone && close());
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { component: 'form', onSubmit: save } }}
    >
      <DialogTitle id={titleId}>
        {currency === undefined ? 'New currency' : `Rename ${currency.code}`}
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {currency === undefined
            ? 'Accounts can be held in it at once. A currency that is listed stays listed, and its decimals never change: choose them by how many coins there will ever be.'
            : 'Customers see the new code at once. Balances and markets stay. Index prices come for the code that the price feed knows.'}
        </DialogContentText>
        <Stack sx={{ gap: 2 }}>
          <TextField
            label="Code"
            helperText="2 to 10 upper case letters and digits."
            value={code}
            onChange={({ target }) => setCode(target.value.trim().toUpperCase())}
            slotProps={{ htmlInput: { maxLength: 10, autoComplete: 'off', spellCheck: false } }}
            autoFocus
            required
          />
          {currency === undefined && <ScaleField scale={scale} choose={setScale} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="contained" disabled={!isReady || isBusy} aria-busy={isBusy}>
          {currency === undefined ? 'List currency' : 'Rename'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ScaleFieldProps {
  readonly scale: Scale;
  choose(scale: Scale): void;
}

/** For a new currency only: a listed one keeps its decimals. */
function ScaleField({ scale, choose }: ScaleFieldProps) {
  return (
    <TextField
      select
      label="Decimals"
      helperText="Of the smallest unit, with the most coins that can exist."
      value={scale}
      onChange={({ target }) => choose(target.value as Scale)}
    >
      {SCALES.map(([decimals, coins]) => (
        <MenuItem key={decimals} value={decimals}>{`${decimals} (up to ${coins} coins)`}</MenuItem>
      ))}
    </TextField>
  );
}
