import { Box, Button, MenuItem, TextField } from '@mui/material';
import { useRef, useState, type FormEvent } from 'react';
import { call } from '../http.ts';
import { useAction } from '../shared/use-action.ts';
import { READERS, type Readers } from './appeal-words.ts';

/** The server's limit. */
const MOST_LETTERS = 500;
const CHOICES = Object.entries(READERS) as [Readers, string][];

interface SupportFormProps {
  readonly deal: number;
  /** Shows the chat with the new message. */
  written(): void;
}

/** Writes into the chat of a deal as customer service, to both sides or to one of them. */
export function SupportForm({ deal, written }: SupportFormProps) {
  const [text, setText] = useState('');
  const [to, setTo] = useState<Readers>('both');
  const { isBusy, run } = useAction({ isRefreshing: false });
  // The same message keeps its name until it has arrived: sent twice, it is one.
  const name = useRef('');
  const isReady = text.trim() !== '' && !isBusy;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    if (name.current === '') name.current = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const message = { id: deal, client_id: name.current, to, text: text.trim() };
    void run(() => call('POST /office/api/p2p_chat_send', message)).then((isDone) => {
      if (!isDone) return;
      name.current = '';
      setText('');
      written();
    });
  };
  const change = (set: () => void): void => {
    name.current = '';
    set();
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5, p: 2, pt: 1 }}>
      <TextField
        select
        label="Who reads it"
        size="small"
        value={to}
        onChange={(event) => change(() => setTo(event.target.value as Readers))}
      >
        {CHOICES.map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Message from customer service"
        helperText="Stands in the frame of customer service. Never ask anybody to release coins."
        value={text}
        onChange={(event) => change(() => setText(event.target.value))}
        slotProps={{ htmlInput: { maxLength: MOST_LETTERS } }}
        multiline
        minRows={3}
      />
      <Button
        type="submit"
        variant="contained"
        disabled={!isReady}
        aria-busy={isBusy}
        sx={{ justifySelf: 'end' }}
      >
        Send
      </Button>
    </Box>
  );
}
