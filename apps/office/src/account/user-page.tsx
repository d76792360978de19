import { Box, Chip, Stack } from '@mui/material';
import { Show, Title, useShowContext } from 'react-admin';
import { CancelOrdersButton } from '../spot/cancel-orders-button.tsx';
import { Details } from '../shared/details.tsx';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { ReviewChip } from '../shared/review-chip.tsx';
import { wholeRecord } from '../shared/whole-record.ts';
import { FreezeButton } from './freeze-button.tsx';
import { LegalHoldButton } from './legal-hold-button.tsx';
import { Balances, History, Sessions } from './user-tables.tsx';
import type { User } from './user.ts';

/** A customer: profile, balances, sessions, history of the account. */
export function UserPage() {
  return (
    <Show actions={false} title={false} component="div" queryOptions={{ retry: false }}>
      <Profile />
    </Show>
  );
}

function Profile() {
  const { record: shown, error, refetch } = useShowContext<User>();
  const record = wholeRecord(shown);
  if (error !== null && error !== undefined)
    return <LoadFailed error={error} retry={() => void refetch()} />;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        alignItems: 'start',
      }}
    >
      <Title title={record === undefined ? 'User' : record.account} />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Panel title="Profile" actions={record !== undefined && <Actions user={record} />}>
          <ProfileDetails user={record} />
        </Panel>
      </Box>
      <Balances user={record} />
      <Sessions user={record} />
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <History user={record} />
      </Box>
    </Box>
  );
}

function Actions({ user }: { readonly user: User }) {
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      <CancelOrdersButton
        scope="user"
        id={user.id}
        name={`all orders of ${user.account}`}
        label="Cancel orders"
      />
      {user.closed_time === '' && <FreezeButton user={user} />}
      <LegalHoldButton user={user} />
    </Stack>
  );
}

function StateChip({ user }: { readonly user: User }) {
  if (user.closed_time !== '') return <Chip label="Closed" />;
  return (
    <Chip label={user.is_frozen ? 'Frozen' : 'Open'} color={user.is_frozen ? 'error' : 'success'} />
  );
}

function ProfileDetails({ user }: { readonly user: User | undefined }) {
  return (
    <Details
      rows={[
        ['State', user && <StateChip user={user} />],
        ['Closed by the owner', user?.closed_time],
        ['Legal hold', user?.legal_hold],
        ['Identity', user && <ReviewChip status={user.review_status} />],
        ['Id', user?.id],
        ['Account number', user?.account_number],
        ['E-mail', user?.email],
        ['Phone', user?.phone],
        ['Registered', user?.created_time],
        [
          'Invited by',
          user &&
            (user.referrer === 0 ? (
              ''
            ) : (
              <a href={`#/users/${user.referrer}/show`}>{user.referrer}</a>
            )),
        ],
        ['Authenticator', user && (user.totp ? 'In use' : 'Not set up')],
        ['Passkeys', user?.passkeys],
        ['Withdrawals held until', user?.withdrawals_held_until],
      ]}
    />
  );
}
