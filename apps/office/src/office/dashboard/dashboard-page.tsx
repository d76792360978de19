import { Box, Typography } from '@mui/material';
import { Title, useGetOne, usePermissions } from 'react-admin';
import type { Permission } from '@meridian/contract/office/permissions';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { wholeRecord } from '../../shared/whole-record.ts';
import type { Dashboard } from './dashboard.ts';
import { LedgerSums } from './ledger-sums.tsx';
import { P2pTiles } from './p2p-tiles.tsx';
import { Tile } from './tile.tsx';
import { WinRateTile } from './win-rate-tile.tsx';

const REFRESH_MS = 5_000;
/** The read models follow in batches: a lag of a few commands is normal. */
const USUAL_LAG = 1_000;
/** Labels of the engine's alarms, see docs/operating. */
const ALARMS: Readonly<Record<string, string>> = {
  clock: 'Clock of the machine has stepped',
  read_models: 'Histories fall behind',
  cancel_only: 'Only cancels are taken',
  quarantine: 'Commands are held back',
  audit_log: 'The audit log has been changed',
  chain_nodes: 'A chain’s nodes are silent or disagree',
};
/** Prefix of the alarm for a calling code whose text-message codes are rarely entered. */
const TEXT_CODES = 'text_codes_';
const alarmLabel = (alarm: string): string =>
  alarm.startsWith(TEXT_CODES)
    ? `Text messages to +${alarm.slice(TEXT_CODES.length)} are paid for and hardly used`
    : (ALARMS[alarm] ?? alarm);
const ABOUT_FAULTS: ReadonlySet<string> = new Set(['cancel_only', 'quarantine']);
const TILES = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(152px, 1fr))',
};

/** State of the exchange: ledger, processes, queues for operators. Refreshes by itself. */
export function DashboardPage() {
  const {
    data: record,
    error,
    refetch,
  } = useGetOne<Dashboard>('dashboard', { id: 0 }, { retry: false, refetchInterval: REFRESH_MS });
  const { permissions = [] } = usePermissions<readonly Permission[]>();
  const data = wholeRecord(record);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Title title="Dashboard" />
      {error !== null && <LoadFailed error={error} retry={() => void refetch()} />}
      <Box sx={TILES}>
        <Health state={data} />
        {permissions.includes('contracts.read') && <WinRateTile />}
      </Box>
      <Box sx={TILES}>
        <Queues state={data} />
      </Box>
      {permissions.includes('p2p.read') && (
        <Box sx={TILES}>
          <P2pTiles canOpenAppeals={permissions.includes('p2p.cases')} />
        </Box>
      )}
      <LedgerSums state={data} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {data === undefined ? ' ' : `As of command ${data.seq}. Refreshes every five seconds.`}
      </Typography>
    </Box>
  );
}

interface StatePart {
  /** Undefined while loading. */
  readonly state: Dashboard | undefined;
}

function Health({ state }: StatePart) {
  const linkFor = useLinks();
  const isRunning = state?.engine === 'running';
  const isUpToDate = state !== undefined && state.projector_lag <= USUAL_LAG;
  return (
    <>
      <Tile
        label="Engine"
        value={state && (isRunning ? 'Running' : state.engine)}
        tone={isRunning ? 'good' : 'bad'}
      />
      <Tile
        label="Read models"
        value={
          state && (state.projector_lag === 0 ? 'Up to date' : `${state.projector_lag} behind`)
        }
        tone={isUpToDate ? 'good' : 'bad'}
      />
      {state?.alarms.map((alarm) => (
        <Tile
          key={alarm}
          label={alarmLabel(alarm)}
          value="Look at it"
          tone="bad"
          href={ABOUT_FAULTS.has(alarm) ? linkFor('audit.read', '#/faults') : undefined}
        />
      ))}
      <Tile
        label="Users"
        value={state?.users.toLocaleString('en')}
        tone="calm"
        href={linkFor('users.read', '#/users')}
      />
    </>
  );
}

function Queues({ state }: StatePart) {
  const linkFor = useLinks();
  return (
    <>
      <Tile
        label="Identities to review"
        value={state?.identity_queue}
        tone={state?.identity_queue === 0 ? 'calm' : 'open'}
        href={linkFor('identity.review', '#/identity')}
      />
      <Tile
        label="Adjustments to decide"
        value={state?.adjustment_queue}
        tone={state?.adjustment_queue === 0 ? 'calm' : 'open'}
        href={linkFor('users.read', '#/adjustments')}
      />
      <Tile
        label="Withdrawals to decide"
        value={state?.withdrawal_queue}
        tone={state?.withdrawal_queue === 0 ? 'calm' : 'open'}
        href={linkFor('custody.read', '#/withdrawals')}
      />
      <Tile
        label="Payments to decide"
        value={state?.payment_queue}
        tone={state?.payment_queue === 0 ? 'calm' : 'open'}
        href={linkFor('payments.read', '#/payments')}
      />
      <Tile
        label="Claims to match"
        value={state?.claim_queue}
        tone={state?.claim_queue === 0 ? 'calm' : 'open'}
        href={linkFor('custody.read', '#/claims')}
      />
      <Tile
        label="Changes to decide"
        value={state?.proposal_queue}
        tone={state?.proposal_queue === 0 ? 'calm' : 'open'}
        href={linkFor('proposals.read', '#/proposals')}
      />
    </>
  );
}

/** Returns the link only if the operator may open it. */
function useLinks(): (permission: Permission, href: string) => string | undefined {
  const { permissions = [] } = usePermissions<readonly Permission[]>();
  return (permission, href) => (permissions.includes(permission) ? href : undefined);
}
