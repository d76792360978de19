import type { Input } from '@meridian/contract/client/named-calls';
import { Button } from '@mui/material';
import { useState } from 'react';
import { usePermissions } from 'react-admin';
import { call } from '../http.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';

interface CancelOrdersButtonProps {
  readonly scope: Input<'POST /office/api/orders_cancel'>['scope'];
  /** Number of the order, user or market. */
  readonly id: number;
  /** The cancelled orders, in the middle of a sentence. */
  readonly name: string;
  readonly label: string;
}

/** Cancels open spot orders, with a reason; hidden without the permission. */
export function CancelOrdersButton({ scope, id, name, label }: CancelOrdersButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const { permissions = [] } = usePermissions<readonly string[]>();
  if (!permissions.includes('orders.cancel')) return null;
  const confirm = (reason: string): void => {
    const cancel = (): Promise<string> =>
      call('POST /office/api/orders_cancel', { scope, id, reason }).then(({ cancelled }) =>
        cancelled === 1
          ? '1 order is cancelled.'
          : `${cancelled.toLocaleString('en')} orders are cancelled.`,
      );
    void run(cancel).then((isDone) => isDone && setOpen(false));
  };
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        size="small"
        onClick={() => setOpen(true)}
        aria-label={`${label}: ${name}`}
      >
        {label}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Cancel ${name}?`}
          text="What is held for them is available again at once, and their history says that the exchange cancelled them. New orders are not stopped: close the market, or freeze the account, first."
          hint="For the audit log."
          confirmLabel="Cancel orders"
          isDangerous
          isBusy={isBusy}
          confirm={confirm}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
