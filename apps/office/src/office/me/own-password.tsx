import { Box, Button, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { call } from '../../http.ts';
import { Panel } from '../../shared/panel.tsx';
import { useAction } from '../../shared/use-action.ts';

const EMPTY = { old: '', password: '', repeated: '' };
/** The server's limit. */
const SHORTEST_PASSWORD = 12;

export function OwnPassword() {
  const [fields, setFields] = useState(EMPTY);
  const { isBusy, run } = useAction();
  const { old, password, repeated } = fields;
  const isDifferent = repeated !== '' && repeated !== password;
  const isReady =
    old !== '' && [...password].length >= SHORTEST_PASSWORD && repeated === password && !isBusy;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady)
      void run(() => call('POST /office/api/own_password', { old_password: old, password })).then(
        (isDone) => isDone && setFields(EMPTY),
      );
  };
  const set = (change: Partial<typeof EMPTY>): void =>
    setFields((before) => ({ ...before, ...change }));
  return (
    <Panel title="Password">
      <Box
        component="form"
        onSubmit={submit}
        sx={{ px: 2, pb: 2, display: 'grid', gap: 1, maxWidth: 392 }}
      >
        <TextField
          label="Present password"
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={({ target }) => set({ old: target.value })}
          required
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => set({ password: target.value })}
          helperText={`At least ${SHORTEST_PASSWORD} characters. Your other sessions end.`}
          slotProps={{ htmlInput: { maxLength: 128 } }}
          required
        />
        <TextField
          label="New password again"
          type="password"
          autoComplete="new-password"
          value={repeated}
          onChange={({ target }) => set({ repeated: target.value })}
          error={isDifferent}
          helperText={isDifferent ? 'The two differ.' : ' '}
          slotProps={{ htmlInput: { maxLength: 128 } }}
          required
        />
        <Button
          type="submit"
          variant="outlined"
          disabled={!isReady}
          aria-busy={isBusy}
          sx={{ justifySelf: 'start' }}
        >
          Change password
        </Button>
      </Box>
    </Panel>
  );
}
