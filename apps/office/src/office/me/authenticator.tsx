import type { Output } from '@meridian/contract/client/named-calls';
import { Alert, Box, Button, Chip, TextField, Typography } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { useState, type FormEvent } from 'react';
import { call } from '../../http.ts';
import { Panel } from '../../shared/panel.tsx';
import { useAction } from '../../shared/use-action.ts';

type Secret = Output<'POST /office/api/totp_begin'>;

interface AuthenticatorProps {
  readonly isInUse: boolean;
  /** Whether the role's permissions depend on it. */
  readonly mayDoNothing: boolean;
}

/** The operator's second factor: sets it up, or moves it to another device. */
export function Authenticator({ isInUse, mayDoNothing }: AuthenticatorProps) {
  const [secret, setSecret] = useState<Secret>();
  const [password, setPassword] = useState('');
  const { isBusy, run } = useAction();
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => setSecret(await call('POST /office/api/totp_begin', { password }))).then(
      () => setPassword(''),
    );
  };
  return (
    <Panel
      title="Authenticator"
      actions={
        <Chip label={isInUse ? 'In use' : 'Not set up'} color={isInUse ? 'success' : 'warning'} />
      }
    >
      <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 2, justifyItems: 'start' }}>
        {mayDoNothing && (
          <Alert severity="warning">Your role opens once an authenticator is in use.</Alert>
        )}
        {secret === undefined ? (
          <>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {isInUse
                ? 'Every login and every decision asks for its code. Setting it up again replaces the device that you use now: it needs your password and a code of it.'
                : 'An app on your phone that gives a new code every 30 seconds. Every login and every decision then asks for it.'}
            </Typography>
            <Box
              component="form"
              onSubmit={begin}
              sx={{ display: 'grid', gap: 1, width: '100%', maxWidth: 360 }}
            >
              <TextField
                label="Password"
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
                required
              />
              <Button
                type="submit"
                variant={isInUse ? 'outlined' : 'contained'}
                disabled={isBusy || password === ''}
                sx={{ justifySelf: 'start' }}
              >
                {isInUse ? 'Replace authenticator' : 'Set up authenticator'}
              </Button>
            </Box>
          </>
        ) : (
          <Enabling secret={secret} done={() => setSecret(undefined)} />
        )}
      </Box>
    </Panel>
  );
}

function Enabling({ secret: { secret, uri }, done }: { readonly secret: Secret; done(): void }) {
  const [code, setCode] = useState('');
  const { isBusy, run } = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(() => call('POST /office/api/totp_enable', { code })).then(
      (isDone) => isDone && done(),
    );
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { sm: '192px 1fr' },
        alignItems: 'start',
        width: '100%',
      }}
    >
      {/* Cameras need dark on light, in either theme. */}
      <Box
        sx={{ bgcolor: '#FFFFFF', p: 1.5, borderRadius: 1, lineHeight: 0, justifySelf: 'start' }}
      >
        <QRCodeSVG value={uri} size={168} title="QR code for the authenticator" />
      </Box>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Or type this key into it:
        </Typography>
        <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {secret}
        </Typography>
        <TextField
          label="Code that it shows"
          autoComplete="one-time-code"
          value={code}
          onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
          required
          sx={{ maxWidth: 240 }}
        />
        <Button
          type="submit"
          variant="contained"
          disabled={isBusy || code.length !== 6}
          sx={{ justifySelf: 'start' }}
        >
          Take into use
        </Button>
      </Box>
    </Box>
  );
}
