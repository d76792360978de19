import { Alert, Box, Button, Card, TextField, Typography } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useParams } from 'react-admin';
import { call } from './http.ts';

/** The server's limit. */
const SHORTEST_PASSWORD = 12;
const PAGE = {
  minHeight: '100dvh',
  display: 'grid',
  placeItems: 'center',
  p: 2,
  bgcolor: 'background.default',
  color: 'text.primary',
} as const;
const CARD = { width: '100%', maxWidth: 376, p: 3, display: 'grid', gap: 1 } as const;

/** The page behind the link of an invitation: the invited operator chooses a password. */
export function JoinPage() {
  const { token = '' } = useParams();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { isBusy, isJoined, error, join } = useJoin(token);
  const isDifferent = repeated !== '' && repeated !== password;
  const isReady = [...password].length >= SHORTEST_PASSWORD && repeated === password && !isBusy;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void join(password);
  };
  return (
    <Box component="main" sx={PAGE}>
      <Card component="form" onSubmit={submit} noValidate sx={CARD}>
        <Typography component="h1" variant="h5">
          Join the Meridian office
        </Typography>
        {isJoined ? (
          <Joined />
        ) : (
          <>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
              Choose the password that you will log in with. Nobody else knows it, and nobody will
              ask you for it.
            </Typography>
            {error !== undefined && <Alert severity="error">{error}</Alert>}
            <TextField
              label="Password"
              type="password"
              autoComplete="new-password"
              autoFocus
              required
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              helperText={`At least ${SHORTEST_PASSWORD} characters. Several words are good.`}
              slotProps={{ htmlInput: { maxLength: 128 } }}
            />
            <TextField
              label="Password again"
              type="password"
              autoComplete="new-password"
              required
              value={repeated}
              onChange={({ target }) => setRepeated(target.value)}
              error={isDifferent}
              helperText={isDifferent ? 'The two differ.' : ' '}
              slotProps={{ htmlInput: { maxLength: 128 } }}
            />
            <Button
              type="submit"
              variant="contained"
              size="large"
              disabled={!isReady}
              aria-busy={isBusy}
              sx={{ mt: 1, minHeight: 44 }}
            >
              Join
            </Button>
          </>
        )}
      </Card>
    </Box>
  );
}

function Joined() {
  return (
    <>
      <Alert severity="success">
        Your password is set. Log in with it, then set up an authenticator under My account.
      </Alert>
      <Button variant="contained" size="large" href="#/login" sx={{ mt: 1, minHeight: 44 }}>
        To the login
      </Button>
    </>
  );
}

function useJoin(token: string) {
  const [isBusy, setBusy] = useState(false);
  const [isJoined, setJoined] = useState(false);
  const [error, setError] = useState<string>();
  async function join(password: string): Promise<void> {
    setBusy(true);
    try {
      await call('POST /office/api/join', { token, password });
      setJoined(true);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, isJoined, error, join };
}
