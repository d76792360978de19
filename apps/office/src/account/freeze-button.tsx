import { Button } from '@mui/material';
import { useGetList, usePermissions } from 'react-admin';
import { useState } from 'react';
import { call } from '../http.ts';
import type { Proposal } from '../office/proposals/proposal-words.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import type { User } from './user.ts';

interface FreezeButtonProps {
  readonly user: User;
}

/**
 * Freezes the account, or proposes to unfreeze it, with a reason; requires `users.freeze`. With a
 * proposal pending, links to the proposal.
 */
export function FreezeButton({ user }: FreezeButtonProps) {
  const { permissions = [] } = usePermissions<readonly string[]>();
  if (!permissions.includes('users.freeze')) return null;
  return user.is_frozen && permissions.includes('proposals.read') ? (
    <ThawButton user={user} />
  ) : (
    <ReasonButton user={user} />
  );
}

function ThawButton({ user }: FreezeButtonProps) {
  const { data = [], isPending } = useGetList<Proposal>(
    'proposals',
    { filter: { state: 'waiting', subject: `user ${user.id}` } },
    { retry: false },
  );
  const waiting = data.find(({ action }) => action === 'user.unfreeze');
  if (isPending) return null;
  if (waiting === undefined) return <ReasonButton user={user} />;
  return (
    <Button variant="outlined" href="#/proposals">
      {`Unfreezing waits: proposal ${waiting.id}`}
    </Button>
  );
}

function ReasonButton({ user }: FreezeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const { id, account, is_frozen } = user;
  const confirm = (reason: string): void => {
    void run(() =>
      call('POST /office/api/user_freeze', { id, frozen: is_frozen ? '0' : '1', reason }),
    ).then((isDone) => isDone && setOpen(false));
  };
  const label = is_frozen ? 'Unfreeze account' : 'Freeze account';
  return (
    <>
      <Button
        variant="outlined"
        color={is_frozen ? 'primary' : 'error'}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`${label} ${account}?`}
          text={
            is_frozen
              ? 'The customer can log in and act again once another operator agrees.'
              : 'All sessions end at once, and the customer cannot log in. Open orders are cancelled, and withdrawals that are not signed yet are given back. Balances and positions stay as they are.'
          }
          hint={
            is_frozen
              ? 'For the operator who decides, and for the audit log.'
              : 'For the audit log.'
          }
          confirmLabel={label}
          isDangerous={!is_frozen}
          isBusy={isBusy}
          confirm={confirm}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
