import type { Output } from '@meridian/contract/client/named-calls';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useGetManyReference, useRecordContext } from 'react-admin';
import { call } from '../../http.ts';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { Panel } from '../../shared/panel.tsx';
import { ReasonDialog } from '../../shared/reason-dialog.tsx';
import { useAction } from '../../shared/use-action.ts';
import { LinkFields } from './link-fields.tsx';
import { LinkList } from './link-list.tsx';
import { LINK_KINDS, type LinkKind } from './link-words.ts';

type Link = Output<'GET /office/api/operator_customers'>[number];
type Wanted = 'new' | Link;

/**
 * Customers that another operator is or is close to. Adding and removing one takes two operators.
 */
export function OperatorCustomers() {
  const id = useRecordContext<{ id: number }>()?.id;
  const [wanted, setWanted] = useState<Wanted>();
  const { data, error, refetch } = useGetManyReference<Link & { id: string }>(
    'operator-customers',
    { target: 'operator', id: id ?? 0, pagination: { page: 1, perPage: 1000 } },
    { retry: false, enabled: id !== undefined },
  );
  if (id === undefined) return null;
  const takeBack = (link: Link) => (
    <Button
      variant="outlined"
      onClick={() => setWanted(link)}
      aria-label={`Take back ${LINK_KINDS[link.kind]} ${link.value}`}
    >
      Take back
    </Button>
  );
  return (
    <Box sx={{ mt: 2 }}>
      <Panel title="Own customer accounts">
        {error === null ? (
          data !== undefined && (
            <LinkList
              links={data}
              none="None is known: this operator's own mail address counts without being said."
              noteOf={({ created_time, declared_by }) =>
                `Said by ${declared_by} at ${created_time}`
              }
              actionOf={takeBack}
            />
          )
        ) : (
          <LoadFailed error={error} retry={() => void refetch()} />
        )}
        <Button variant="outlined" onClick={() => setWanted('new')} sx={{ ml: 2, mb: 2 }}>
          Add an own account
        </Button>
      </Panel>
      {wanted !== undefined && (
        <LinkDialog operator={id} wanted={wanted} close={() => setWanted(undefined)} />
      )}
    </Box>
  );
}

function LinkDialog({
  operator,
  wanted,
  close,
}: {
  readonly operator: number;
  readonly wanted: Wanted;
  close(): void;
}) {
  const [kind, setKind] = useState<LinkKind>(wanted === 'new' ? 'user' : wanted.kind);
  const [value, setValue] = useState(wanted === 'new' ? '' : wanted.value);
  const { isBusy, run } = useAction();
  const isNew = wanted === 'new';
  const propose = (reason: string): void => {
    void run(() =>
      call('POST /office/api/operator_customer_save', {
        operator,
        kind,
        value,
        linked: isNew ? '1' : '0',
        reason,
      }),
    ).then((isDone) => isDone && close());
  };
  return (
    <ReasonDialog
      title={
        isNew ? 'Add an own account of this operator' : `Take back: ${LINK_KINDS[kind]} ${value}`
      }
      text={
        isNew
          ? 'They decide on nothing of this customer any more. It waits for another operator.'
          : 'They may decide on this customer again. It waits for another operator.'
      }
      hint="Who decides reads it."
      confirmLabel="Propose"
      isBusy={isBusy || value === ''}
      confirm={propose}
      close={close}
    >
      {isNew && (
        <Box sx={{ px: 2, pb: 2 }}>
          <LinkFields kind={kind} value={value} setKind={setKind} setValue={setValue} />
        </Box>
      )}
    </ReasonDialog>
  );
}
