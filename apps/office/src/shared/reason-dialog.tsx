import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useId, useState, type FormEvent, type ReactNode } from 'react';

/** The server's limit. */
const LONGEST_REASON = 300;

interface ReasonDialogProps {
  readonly title: string;
  /** The effect of the action. */
  readonly text: string;
  /** The readers of the reason. */
  readonly hint: string;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  /** Facts to read before the reason is given. */
  readonly children?: ReactNode;
  /** Whether it asks for a second text, for operators only, beside the reason for the customer. */
  readonly hasNote?: boolean;
  /** Receives the reason, and the note ('' without one). */
  confirm(reason: string, note: string): void;
  close(): void;
}

/** Asks for a reason before an action that the log or a customer has to explain. */
export function ReasonDialog({
  title,
  text,
  hint,
  confirmLabel,
  isDangerous = false,
  isBusy,
  children,
  hasNote = false,
  confirm,
  close,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const titleId = useId();
  const isReady = reason.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !isBusy) confirm(reason.trim(), note.trim());
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { component: 'form', onSubmit: submit } }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{text}</DialogContentText>
        {children !== undefined && <Box sx={{ mx: -2 }}>{children}</Box>}
        <TextField
          label="Reason"
          helperText={hint}
          value={reason}
          onChange={(event) => setReason(event.target.value.replaceAll('\n', ' '))}
          slotProps={{ htmlInput: { maxLength: LONGEST_REASON } }}
          multiline
          minRows={2}
          autoFocus
          required
        />
        {hasNote && (
          <TextField
            label="Note"
            helperText="For operators only: it stands in the audit log."
            value={note}
            onChange={(event) => setNote(event.target.value.replaceAll('\n', ' '))}
            slotProps={{ htmlInput: { maxLength: LONGEST_REASON } }}
            sx={{ mt: 2 }}
            multiline
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          type="submit"
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          disabled={!isReady || isBusy}
          aria-busy={isBusy}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
