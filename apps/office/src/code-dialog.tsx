import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { onCodeWanted } from './code-prompt.ts';

interface Wanted {
  readonly fault: string;
  answer(code: string | undefined): void;
}

/** Asks for the authenticator's code whenever a call requires one, above any other open dialog. */
export function CodeDialog() {
  const [wanted, setWanted] = useState<Wanted>();
  useEffect(
    () => onCodeWanted((fault) => new Promise((answer) => setWanted({ fault, answer }))),
    [],
  );
  if (wanted === undefined) return null;
  const answer = (code: string | undefined): void => {
    setWanted(undefined);
    wanted.answer(code);
  };
  return <CodeForm fault={wanted.fault} answer={answer} />;
}

function CodeForm({ fault, answer }: Wanted) {
  const [code, setCode] = useState('');
  const titleId = useId();
  const isReady = code.length === 6;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The form of a dialog below must not submit too.
    event.stopPropagation();
    if (isReady) answer(code);
  };
  return (
    <Dialog
      open
      onClose={() => answer(undefined)}
      aria-labelledby={titleId}
      maxWidth="xs"
      slotProps={{ paper: { component: 'form', onSubmit: submit } }}
    >
      <DialogTitle id={titleId}>Confirm with your authenticator</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          Each code is good once. If you have just used one, wait for the next.
        </DialogContentText>
        {fault !== '' && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {fault}
          </Alert>
        )}
        <TextField
          label="Authenticator code"
          autoComplete="one-time-code"
          value={code}
          onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
          autoFocus
          required
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => answer(undefined)}>Cancel</Button>
        <Button type="submit" variant="contained" disabled={!isReady}>
          Confirm
        </Button>
      </DialogActions>
    </Dialog>
  );
}
