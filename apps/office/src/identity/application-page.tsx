import { Alert, Box, Link, Typography } from '@mui/material';
import { Show, Title, useShowContext } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { Pictures } from '../shared/pictures.tsx';
import { ReviewChip } from '../shared/review-chip.tsx';
import { wholeRecord } from '../shared/whole-record.ts';
import { KINDS } from './application-list.tsx';
import type { Application } from './application.ts';
import { ReviewButtons } from './review-buttons.tsx';

/** The server logs each opening, so the page never refetches by itself. */
const ONCE = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

const DOCUMENTS: Readonly<Record<string, string>> = {
  id_card: 'Identity card',
  passport: 'Passport',
  driving_licence: 'Driving licence',
  other: 'Other',
};
const PICTURES = {
  identity: ['Front', 'Back', 'With the document in hand'],
  assets: ['Proof of assets'],
} as const;
const WAITING = 1;

/** An application with its pictures, for approval or rejection. */
export function ApplicationPage() {
  return (
    <Show actions={false} title={false} component="div" queryOptions={ONCE}>
      <Review />
    </Show>
  );
}

function Review() {
  const { record: shown, error, refetch } = useShowContext<Application>();
  const record = wholeRecord(shown);
  if (error !== null && error !== undefined)
    return <LoadFailed error={error} retry={() => void refetch()} />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Title title={record === undefined ? 'Application' : `Application ${record.id}`} />
      <Panel
        title={record === undefined ? 'Application' : KINDS[record.kind]}
        actions={record?.status === WAITING && <ReviewButtons application={record} />}
      >
        <ApplicationDetails application={record} />
        {record !== undefined && record.same_document.length > 0 && (
          <SameDocument users={record.same_document} />
        )}
      </Panel>
      <Panel title="Pictures">
        <Typography variant="body2" sx={{ px: 2, pb: 1, color: 'text.secondary' }}>
          Opening them was logged. The links are good for ten minutes.
        </Typography>
        <Pictures
          names={PICTURES[record?.kind ?? 'identity']}
          links={record?.pictures}
          renew={() => void refetch()}
        />
      </Panel>
    </Box>
  );
}

function ApplicationDetails({ application }: { readonly application: Application | undefined }) {
  return (
    <Details
      rows={[
        ['Status', application && <ReviewChip status={application.status} />],
        ['Account', application && <UserLink id={application.user} label={application.account} />],
        ['Name', application?.name],
        ['Document', application && (DOCUMENTS[application.card_type] ?? application.card_type)],
        ['Number', application?.card_id],
        ['Submitted', application?.submitted_time],
        ['Reviewed', application?.reviewed_time],
        ['Reason', application?.reason],
      ]}
    />
  );
}

function SameDocument({ users }: { readonly users: readonly number[] }) {
  return (
    <Alert severity="warning" sx={{ mx: 2, mb: 2 }}>
      Other users gave the same document:{' '}
      {users.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <UserLink id={id} label={String(id)} />
        </span>
      ))}
    </Alert>
  );
}

function UserLink({ id, label }: { readonly id: number; readonly label: string }) {
  return <Link href={`#/users/${id}/show`}>{label}</Link>;
}
