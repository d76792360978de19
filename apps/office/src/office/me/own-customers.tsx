import { Box, Button, Typography } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useGetList } from 'react-admin';
import { call } from '../../http.ts';
import { LinkFields } from '../operators/link-fields.tsx';
import { LinkList } from '../operators/link-list.tsx';
import type { LinkKind, OwnLink } from '../operators/link-words.ts';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { Panel } from '../../shared/panel.tsx';
import { useAction } from '../../shared/use-action.ts';

/** Customers that the operator has declared to be, or to be close to. */
export function OwnCustomers() {
  const { data, error, refetch } = useGetList<OwnLink & { id: string }>(
    'own-customers',
    { pagination: { page: 1, perPage: 1000 } },
    { retry: false },
  );
  return (
    <Panel title="My own customer accounts">
      <Typography sx={{ px: 2, pb: 1, color: 'text.secondary' }}>
        Yours, your family&apos;s, your friends&apos;: you decide on nothing of theirs. What you
        declare holds at once; only two other operators take it back. Your own mail address counts
        without being declared.
      </Typography>
      {error === null ? (
        data !== undefined && (
          <LinkList
            links={data}
            none="None is declared."
            noteOf={({ created_time }) => `Declared ${created_time}`}
          />
        )
      ) : (
        <LoadFailed error={error} retry={() => void refetch()} />
      )}
      <DeclareForm />
    </Panel>
  );
}

function DeclareForm() {
  const [kind, setKind] = useState<LinkKind>('user');
  const [value, setValue] = useState('');
  const { isBusy, run } = useAction();
  const isReady = value !== '' && !isBusy;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady)
      void run(() => call('POST /office/api/own_customer_declare', { kind, value })).then(
        (isDone) => isDone && setValue(''),
      );
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{
        px: 2,
        pb: 2,
        display: 'grid',
        gap: 1,
        justifyItems: 'start',
        '& > div': { width: '100%' },
      }}
    >
      <LinkFields kind={kind} value={value} setKind={setKind} setValue={setValue} />
      <Button type="submit" variant="outlined" disabled={!isReady} aria-busy={isBusy}>
        Declare
      </Button>
    </Box>
  );
}
