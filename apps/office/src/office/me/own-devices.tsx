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
  const [fields, setFields] = useState(EMPTY);
  const [handOver, setHandOver] = useState<HandOver>();
  const { isBusy, run } = useAction();
  const { name, password } = fields;
  const set = (change: Partial<typeof EMPTY>): void =>
    setFields((before) => ({ ...before, ...change }));
  const add = async (): Promise<string> => {
    const { options } = await call('POST /office/api/own_device_begin', { password });
    const { credential, id, publicKey } = await makeDevice(options);
    const said = await call('POST /office/api/own_device_add', { name, credential });
    setHandOver({
      line: JSON.stringify({ operator: account, credential: id, publicKey }),
      fingerprint: await fingerprintOf(publicKey),
    });
    return said;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(add).then((isDone) => isDone && setFields(EMPTY));
  };
  const remove = (credential: string): void =>
    void run(() => call('POST /office/api/own_device_remove', { credential }));
  return (
    <Panel title="Devices">
      <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The signer wants the signature of your own device for withdrawals above its limits. It
          takes the signatures of devices whose line is in its own list. Have two.
        </Typography>
        {devices.length > 0 && (
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
        )}
        {handOver !== undefined && <HandOverLine {...handOver} />}
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
      </Box>
    </Panel>
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
