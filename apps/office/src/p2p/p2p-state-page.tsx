import type { Permission } from '@meridian/contract/office/permissions';
import { Box, Typography } from '@mui/material';
import { Title, useGetOne, usePermissions } from 'react-admin';
import { Tile } from '../office/dashboard/tile.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { OpenChip } from '../shared/open-chip.tsx';
import { Panel } from '../shared/panel.tsx';
import { wholeRecord } from '../shared/whole-record.ts';
import { FIAT, type P2pState } from './p2p-words.ts';

const REFRESH_MS = 5_000;
const TILES = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(152px, 1fr))',
};
const STUCK = `#/p2p-deals?filter=${encodeURIComponent('{"status":"stuck"}')}`;

/** Coins that are held, open deals and appeals. Refreshes by itself. */
export function P2pStatePage() {
  const {
    data: record,
    error,
    refetch,
  } = useGetOne<P2pState>('p2p-state', { id: 0 }, { retry: false, refetchInterval: REFRESH_MS });
  const state = wholeRecord(record);
  const { permissions = [] } = usePermissions<readonly Permission[]>();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="P2P market" />
      {error !== null && <LoadFailed error={error} retry={() => void refetch()} />}
      <Box sx={TILES}>
        <Tile
          label="Price of USDT"
          value={state && (state.rate === '' ? 'None' : `${state.rate} ${FIAT}`)}
          tone={state?.rate === '' ? 'bad' : 'calm'}
        />
        <Tile
          label="Paid for over an hour"
          value={state?.stuck_deals}
          tone={state?.stuck_deals === 0 ? 'calm' : 'open'}
          href={STUCK}
        />
        <Tile
          label="Open appeals"
          value={state?.open_appeals}
          tone={state?.open_appeals === 0 ? 'calm' : 'open'}
          href={permissions.includes('p2p.cases') ? '#/p2p-appeals' : undefined}
        />
      </Box>
      {state?.coins.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>
          No coin is in the marketplace yet. Its terms open it.
        </Typography>
      )}
      {state?.coins.map((coin) => (
        <Coin key={coin.currency} coin={coin} />
      ))}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {state === undefined
          ? ' '
          : `Price of ${state.rate_time || 'never'}. Refreshes every five seconds.`}
      </Typography>
    </Box>
  );
}

function Coin({ coin }: { readonly coin: P2pState['coins'][number] }) {
  const { currency_name, reference, escrow, escrow_money, deals, paid_deals, ads, is_open } = coin;
  return (
    <Panel title={currency_name} actions={<OpenChip isOpen={is_open} />}>
      <Details
        rows={[
          ['Held for open deals', `${groupDigits(escrow)} ${currency_name}`],
          ['Worth', escrow_money === '' ? '' : `${groupDigits(escrow_money)} ${FIAT}`],
          ['Open deals', deals],
          ['Paid, not released', paid_deals],
          ['Live ads', ads],
          ['Reference price', reference === '' ? '' : `${groupDigits(reference)} ${FIAT}`],
        ]}
      />
    </Panel>
  );
}
