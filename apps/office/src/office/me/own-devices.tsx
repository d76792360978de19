import type { Output } from '@meridian/contract/client/named-calls';
import { Alert, Box, Button, ListItem, ListItemText, TextField, Typography } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { fingerprintOf, makeDevice } from '../../device.ts';
import { call } from '../../http.ts';
import { Panel } from '../../shared/panel.tsx';
import { useAction } from '../../shared/use-action.ts';

type Device = Output<'GET /office/api/me'>['devices'][number];

/**
 * Shown after a device was added: the line for the signer's policy, and its fingerprint for
 * comparison.
 */
interface HandOver {
  readonly line: string;
  readonly fingerprint: string;
}

const EMPTY = { name: '', password: '' };
type Fields = typeof EMPTY;

/**
 * Devices that sign the operator's approvals of withdrawals: fingerprint, face, code or security
 * key.
 */
export function OwnDevices({
  devices,
  account,
}: {
  readonly devices: readonly Device[];
  readonly account: string;
}) {
  const [handOver, setHandOver] = useState<HandOver>();
  const { isBusy, run } = useAction();
  const add = ({ name, password }: Fields): Promise<boolean> =>
    run(async () => {
      const { options } = await call('POST /office/api/own_device_begin', { password });
      const { credential, id, publicKey } = await makeDevice(options);
      const said = await call('POST /office/api/own_device_add', { name, credential });
      setHandOver({
        line: JSON.stringify({ operator: account, credential: id, publicKey }),
        fingerprint: await fingerprintOf(publicKey),
      });
      return said;
    });
  const remove = (credential: string): void =>
    void run(() => call('POST /office/api/own_device_remove', { credential }));
  return (
    <Panel title="Devices">
      <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The signer wants the signature of your own device for withdrawals above its limits. It
          takes the signatures of devices whose line is in its own list. Have two.
        </Typography>
        {devices.length > 0 && <DeviceList devices={devices} isBusy={isBusy} remove={remove} />}
        {handOver !== undefined && <HandOverLine {...handOver} />}
        <AddDevice isBusy={isBusy} add={add} />
      </Box>
    </Panel>
  );
}

interface DeviceListProps {
  readonly devices: readonly Device[];
  readonly isBusy: boolean;
  remove(credential: string): void;
}

function DeviceList({ devices, isBusy, remove }: DeviceListProps) {
  return (
    <Box
      component="ul"
      aria-label="My devices"
      sx={{ m: 0, p: 0, listStyle: 'none', width: '100%' }}
    >
      {devices.map((device) => (
        <ListItem key={device.credential} disableGutters sx={{ gap: 2, flexWrap: 'wrap' }}>
          <ListItemText
            sx={{ flex: '1 1 200px' }}
            primary={device.name}
            secondary={`Since ${device.created_time}`}
          />
          <Button
            variant="outlined"
            color="error"
            onClick={() => remove(device.credential)}
            disabled={isBusy}
            aria-label={`Remove ${device.name}`}
          >
            Remove
          </Button>
        </ListItem>
      ))}
    </Box>
  );
}

interface AddDeviceProps {
  readonly isBusy: boolean;
  /** @returns whether the device was added */
  add(fields: Fields): Promise<boolean>;
}

function AddDevice({ isBusy, add }: AddDeviceProps) {
  const [fields, setFields] = useState(EMPTY);
  const { name, password } = fields;
  const set = (change: Partial<Fields>): void => setFields((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add(fields).then((isDone) => isDone && setFields(EMPTY));
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1, width: '100%', maxWidth: 360 }}
    >
      <TextField
        label="Name of the device"
        value={name}
        onChange={({ target }) => set({ name: target.value })}
        slotProps={{ htmlInput: { maxLength: 40 } }}
        required
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => set({ password: target.value })}
        required
      />
      <Button
        type="submit"
        variant="outlined"
        disabled={isBusy || name.trim() === '' || password === ''}
        aria-busy={isBusy}
        sx={{ justifySelf: 'start' }}
      >
        Add this device
      </Button>
    </Box>
  );
}

function HandOverLine({ line, fingerprint }: HandOver) {
  return (
    <Alert severity="warning" sx={{ width: '100%', '& .MuiAlert-message': { minWidth: 0 } }}>
      <Typography variant="body2">
        Take this line to who runs the signer, not by way of the exchange, and say the fingerprint
        in person. It is not shown again.
      </Typography>
      <Typography
        component="code"
        aria-label="Line for the signer"
        sx={{
          display: 'block',
          my: 1,
          fontFamily: 'monospace',
          fontSize: 12,
          overflowWrap: 'anywhere',
          userSelect: 'all',
        }}
      >
        {line}
      </Typography>
      <Typography variant="body2">{`Fingerprint: ${fingerprint}`}</Typography>
    </Alert>
  );
}
