import type { Output } from '@meridian/contract/client/named-calls';
import { shortAddress } from '@meridian/contract/custody/look-alike';
import { NETWORK_NAMES } from '@meridian/contract/custody/networks';
import {
  Box,
  Button,
  Chip,
  ListItem,
  ListItemText,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useGetOne, usePermissions } from 'react-admin';
import { call } from '../http.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import { wholeRecord } from '../shared/whole-record.ts';
import { networkLabel, type Network } from './custody-words.ts';

type Storage = Output<'GET /office/api/cold_storage'> & { readonly id: number };
type Address = Storage['addresses'][number];
type Move = Storage['moves'][number];

const REFRESH_MS = 15_000;
const LIST = { m: 0, p: 0, pb: 1, listStyle: 'none' } as const;

/** Addresses of cold storage, and the moves seen. */
export function ColdStorage() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const { data, error, refetch } = useGetOne<Storage>(
    'cold-storage',
    { id: 0 },
    { retry: false, refetchInterval: REFRESH_MS },
  );
  const [changed, setChanged] = useState<Address | 'new'>();
  const storage = wholeRecord(data);
  const mayChange = permissions.includes('custody.settings');
  return (
    <Panel
      title="Cold storage"
      actions={
        mayChange && (
          <Button variant="outlined" onClick={() => setChanged('new')}>
            Register an address
          </Button>
        )
      }
    >
      {error !== null && storage === undefined && (
        <LoadFailed error={error} retry={() => void refetch()} />
      )}
      {storage !== undefined && (
        <Addresses addresses={storage.addresses} takeOff={mayChange ? setChanged : undefined} />
      )}
      {storage !== undefined && <Moves moves={storage.moves} />}
      {changed !== undefined && (
        <AddressDialog changed={changed} close={() => setChanged(undefined)} />
      )}
    </Panel>
  );
}

function Addresses({
  addresses,
  takeOff,
}: {
  readonly addresses: readonly Address[];
  readonly takeOff: ((address: Address) => void) | undefined;
}) {
  if (addresses.length === 0)
    return (
      <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
        No address is registered: no move to cold storage counts.
      </Typography>
    );
  return (
    <Box component="ul" aria-label="Registered addresses" sx={LIST}>
      {addresses.map((address) => (
        <ListItem key={`${address.network} ${address.address}`} sx={{ gap: 2, flexWrap: 'wrap' }}>
          <ListItemText
            sx={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}
            primary={address.address}
            secondary={`${networkLabel(address.network)}, since ${address.created_time}`}
          />
          {takeOff !== undefined && (
            <Button
              variant="outlined"
              onClick={() => takeOff(address)}
              aria-label={`Take off ${address.address} of ${networkLabel(address.network)}`}
            >
              Take off
            </Button>
          )}
        </ListItem>
      ))}
    </Box>
  );
}

function Moves({ moves }: { readonly moves: readonly Move[] }) {
  if (moves.length === 0) return null;
  return (
    <Box component="ul" aria-label="Newest moves" sx={LIST}>
      {moves.map(
        ({ id, currency_name, amount, direction, hash, is_counted, note, created_time }) => (
          <ListItem key={id} sx={{ gap: 2, flexWrap: 'wrap' }}>
            <ListItemText
              sx={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}
              primary={`${groupDigits(amount)} ${currency_name} ${direction === 'to_cold' ? 'to cold storage' : 'to the hot wallet'}`}
              secondary={`${shortAddress(hash)}, ${created_time}${note === '' ? '' : `: ${note}`}`}
            />
            <Chip
              label={is_counted ? 'Counted' : 'Waiting'}
              color={is_counted ? 'success' : 'warning'}
            />
          </ListItem>
        ),
      )}
    </Box>
  );
}

function AddressDialog({ changed, close }: { readonly changed: Address | 'new'; close(): void }) {
  const isNew = changed === 'new';
  const [network, setNetwork] = useState<Network['name']>(isNew ? 'btc' : changed.network);
  const [address, setAddress] = useState(isNew ? '' : changed.address);
  const { isBusy, run } = useAction();
  const propose = (reason: string): void =>
    void run(() =>
      call('POST /office/api/cold_address_save', {
        network,
        address,
        registered: isNew ? '1' : '0',
        reason,
      }),
    ).then((isDone) => isDone && close());
  return (
    <ReasonDialog
      title={isNew ? 'Register an address of cold storage' : 'Take off an address of cold storage'}
      text={
        isNew
          ? 'Coins that arrive there count as ours. Compare it with the machine that has its key.'
          : `${changed.address}: moves to it do not count any more; what was seen stays counted.`
      }
      hint="Another operator decides, and reads this."
      confirmLabel="Propose"
      isBusy={isBusy || address === ''}
      confirm={propose}
      close={close}
    >
      {isNew && (
        <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 2 }}>
          <TextField
            label="Network"
            select
            value={network}
            onChange={({ target }) => setNetwork(target.value as Network['name'])}
          >
            {NETWORK_NAMES.map((name) => (
              <MenuItem key={name} value={name}>
                {networkLabel(name)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Address"
            value={address}
            onChange={({ target }) => setAddress(target.value.trim())}
            slotProps={{ htmlInput: { maxLength: 128, autoComplete: 'off', spellCheck: false } }}
            required
          />
        </Box>
      )}
    </ReasonDialog>
  );
}
