import { ApiError } from '@meridian/contract/client/api-error';
import type { Input } from '@meridian/contract/client/named-calls';
import { Alert, Box, Button, Card, TextField, Typography } from '@mui/material';
import { useEffect, useState, type FormEvent } from 'react';
import { useCheckAuth, useLogin, useNavigate } from 'react-admin';
import { DemoOperators } from './demo-operators.tsx';
import { useWait } from './shared/use-wait.ts';

type Credentials = Input<'POST /office/api/login'>;

const PAGE = {
  minHeight: '100dvh',
  display: 'grid',
  placeItems: 'center',
  p: 2,
  bgcolor: 'background.default',
  color: 'text.primary',
} as const;
const CARD = { width: '100%', maxWidth: 376, p: 3, display: 'grid', gap: 1 } as const;

/** Account and password; the authenticator's code once the server asks for it. */
export function LoginPage() {
  const [credentials, setCredentials] = useState<Credentials>({ account: '', password: '' });
  const { isBusy, error, waitSeconds, isCodeWanted, submit, forgive } = useLoginForm(credentials);
  useLeaveWhenLoggedIn();
  const set = (change: Partial<Credentials>): void =>
    setCredentials((before) => ({ ...before, ...change }));
  return (
    <Box component="main" sx={PAGE}>
      <Card component="form" onSubmit={submit} noValidate sx={CARD}>
        <Typography component="h1" variant="h5">
          Meridian office
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          For operators. Every action is logged.
        </Typography>
        <DemoOperators />
        {error !== undefined && <Alert severity="error">{error}</Alert>}
        <TextField
          label="Account"
          type="email"
          name="account"
          autoComplete="username"
          autoFocus
          required
          value={credentials.account}
          onChange={({ target }) => {
            // The wait belongs to the account typed before.
            forgive();
            set({ account: target.value });
          }}
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={credentials.password}
          onChange={({ target }) => set({ password: target.value })}
        />
        {isCodeWanted && (
          <TextField
            label="Authenticator code"
            name="totp"
            autoComplete="one-time-code"
            autoFocus
            required
            value={credentials.totp ?? ''}
            onChange={({ target }) => set({ totp: target.value.replace(/\s/g, '') })}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
          />
        )}
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={isBusy || waitSeconds > 0}
          aria-busy={isBusy}
          sx={{ mt: 1, minHeight: 44 }}
        >
          {waitSeconds > 0 ? `Log in (in ${waitSeconds} s)` : 'Log in'}
        </Button>
      </Card>
    </Box>
  );
}

function useLoginForm(credentials: Credentials) {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly error: string; readonly endMs: number }>();
  const [isCodeWanted, setCodeWanted] = useState(false);
  const login = useLogin();
  const waitSeconds = useWait(refused?.endMs ?? 0);
  // The message names the remaining seconds, so it disappears when they are over.
  const isOver = refused !== undefined && refused.endMs > 0 && waitSeconds === 0;
  async function logIn(): Promise<void> {
    setBusy(true);
    try {
      await login(credentials);
    } catch (failure) {
      const isFirstAsked =
        failure instanceof ApiError && failure.code === 'second_factor_required' && !isCodeWanted;
      if (isFirstAsked) setCodeWanted(true);
      const waitMs = failure instanceof ApiError ? failure.waitSeconds * 1_000 : 0;
      setRefused(
        isFirstAsked || !(failure instanceof Error)
          ? undefined
          : { error: failure.message, endMs: waitMs === 0 ? 0 : Date.now() + waitMs },
      );
      setBusy(false);
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && waitSeconds === 0) void logIn();
  };
  const forgive = (): void => setRefused(undefined);
  return {
    isBusy,
    error: isOver ? undefined : refused?.error,
    waitSeconds,
    isCodeWanted,
    submit,
    forgive,
  };
}

/** Redirects users who are already logged in. */
function useLeaveWhenLoggedIn(): void {
  const checkAuth = useCheckAuth();
  const navigate = useNavigate();
  useEffect(() => {
    checkAuth({}, false).then(
      () => navigate('/', { replace: true }),
      () => undefined,
    );
  }, [checkAuth, navigate]);
}
