import type { Output } from '@meridian/contract/client/named-calls';
import { Alert, Box, Chip, Stack } from '@mui/material';
import { Title, useGetOne } from 'react-admin';
import { Details } from '../../shared/details.tsx';
import { PERMISSION_NAMES, roleName } from '../operators/roles.ts';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { Panel } from '../../shared/panel.tsx';
import { wholeRecord } from '../../shared/whole-record.ts';
import { Authenticator } from './authenticator.tsx';
import { OwnCustomers } from './own-customers.tsx';
import { OwnDevices } from './own-devices.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';

type Me = Output<'GET /office/api/me'>;

export function MePage() {
  const { data: record, error, refetch } = useGetOne<Me>('me', { id: 0 }, { retry: false });
  const data = wholeRecord(record);
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
      <Title title="My account" />
      <Panel title="Who I am">
        {error === null ? (
          <Details
            rows={[
              ['Name', data?.name],
              ['Account', data?.account],
              ['Role', data && roleName(data.role)],
              ['Log in from', data?.addresses === '' ? 'Anywhere' : data?.addresses],
            ]}
          />
        ) : (
          <LoadFailed error={error} retry={() => void refetch()} />
        )}
        {data !== undefined && data.decides_from !== '' && (
          <Alert severity="info" sx={{ mx: 2, mb: 2 }}>
            {`You have joined or have a new role: you can decide from ${data.decides_from} on.`}
          </Alert>
        )}
        {data !== undefined && <Permissions names={data.permissions} />}
      </Panel>
      {data !== undefined && (
        <Authenticator isInUse={data.totp} mayDoNothing={data.permissions.length === 0} />
      )}
      {data !== undefined && <OwnDevices devices={data.devices} account={data.account} />}
      {data !== undefined && <OwnPassword />}
      {data !== undefined && <OwnCustomers />}
      {data !== undefined && <OwnSessions sessions={data.sessions} />}
    </Box>
  );
}

function Permissions({ names }: { readonly names: Me['permissions'] }) {
  return (
    <Stack
      direction="row"
      role="list"
      aria-label="What my role allows"
      sx={{ gap: 0.5, flexWrap: 'wrap', px: 2, pb: 2 }}
    >
      {names.map((name) => (
        <Chip
          key={name}
          role="listitem"
          label={PERMISSION_NAMES[name]}
          sx={{ height: 'auto', minHeight: 24, '& .MuiChip-label': { whiteSpace: 'normal' } }}
        />
      ))}
    </Stack>
  );
}
