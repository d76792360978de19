import { Button } from '@mui/material';
import { usePermissions } from 'react-admin';
import { useState } from 'react';
import { call } from '../http.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import type { User } from './user.ts';

/**
 * Puts a legal hold on personal data against erasure, or lifts it, with a reason; hidden without
 * the permission.
 */
export function LegalHoldButton({ user }: { readonly user: User }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const { permissions = [] } = usePermissions<readonly string[]>();
  if (!permissions.includes('users.freeze')) return null;
  const { id, account, legal_hold } = user;
  const isHeld = legal_hold !== '';
  const confirm = (reason: string): void => {
    void run(() =>
      call('POST /office/api/legal_hold', { id, held: isHeld ? '0' : '1', reason }),
    ).then((isDone) => isDone && setOpen(false));
  };
  const label = isHeld ? 'End legal hold' : 'Legal hold';
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`${label}: ${account}?`}
          text={
            isHeld
              ? 'What is due is erased within the hour.'
              : 'Nothing of this customer is erased until the hold ends, whatever its time.'
          }
          hint="For the audit log. While the hold lasts it is shown here."
          confirmLabel={label}
          isDangerous={isHeld}
          isBusy={isBusy}
          confirm={confirm}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
