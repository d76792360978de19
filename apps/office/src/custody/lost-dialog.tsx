import { TextField } from '@mui/material';
import { useState } from 'react';
import { call } from '../http.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import type { Withdrawal } from './custody-words.ts';

/**
 * Returns the coins of a withdrawal that can never be mined. Needs two operators; each names the
 * transaction that took its place.
 */
export function LostDialog({
  withdrawal: { id, account, number, currency_name },
  close,
}: {
  readonly withdrawal: Withdrawal;
  close(): void;
}) {
  const [hash, setHash] = useState('');
  const { isBusy, run } = useAction();
  const giveBack = (reason: string): void =>
    void run(() => call('POST /office/api/withdrawal_lost', { id, hash, reason })).then(
      (isDone) => isDone && close(),
    );
  return (
    <ReasonDialog
      title={`Give ${groupDigits(number)} ${currency_name} back to ${account}?`}
      text="Only where another transaction took its nonce or an input, with all its confirmations: the server looks at the chain. It is given back when a second operator asks for the same."
      hint="For operators, in the audit log."
      confirmLabel="Give back"
      isDangerous
      isBusy={isBusy}
      confirm={giveBack}
      close={close}
    >
      <TextField
        label="The other transaction"
        value={hash}
        onChange={({ target }) => setHash(target.value.trim())}
        sx={{ mx: 2, mb: 2 }}
        slotProps={{ htmlInput: { maxLength: 128, autoComplete: 'off', spellCheck: false } }}
        required
      />
    </ReasonDialog>
  );
}
