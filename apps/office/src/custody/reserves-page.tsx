import type { Output } from '@meridian/contract/client/named-calls';
import { Alert, Box, Card, Chip, Stack, Typography } from '@mui/material';
import { Title, useGetOne, usePermissions } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { wholeRecord } from '../shared/whole-record.ts';
import { ColdStorage } from './cold-storage.tsx';
import { ColdMoveButton } from './cold-move-button.tsx';
import { PauseButton } from './pause-button.tsx';

type Reserves = Output<'GET /office/api/reserves'> & { readonly id: number };
type Asset = Reserves['assets'][number];

/** Each fetch asks the nodes for the balances of the hot wallets. */
const REFRESH_MS = 15_000;
const LOADING_ASSETS = 2;

/** Liabilities to customers and the reserves against them, by asset. */
export function ReservesPage() {
  const { data, error, refetch } = useGetOne<Reserves>(
    'reserves',
    { id: 0 },
    { retry: false, refetchInterval: REFRESH_MS },
  );
  const reserves = wholeRecord(data);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Title title="Reserves" />
      {error !== null && <LoadFailed error={error} retry={() => void refetch()} />}
      <AllCurrencies isPaused={reserves?.is_all_paused} />
      {reserves?.assets.length === 0 && (
        <Card sx={{ p: 2 }}>
          <Typography sx={{ color: 'text.secondary' }}>
            No chain is open: nothing comes in and nothing goes out. Settings name the nodes and the
            signer.
          </Typography>
        </Card>
      )}
      {reserves === undefined
        ? error === null &&
          Array.from({ length: LOADING_ASSETS }, (_none, index) => (
            <AssetPanel key={index} asset={undefined} isAllPaused={false} />
          ))
        : reserves.assets.map((asset) => (
            <AssetPanel key={asset.currency} asset={asset} isAllPaused={reserves.is_all_paused} />
          ))}
      <ColdStorage />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        What is owed leaves out withdrawals that are signed: their coins may be gone already.
        Refreshes every fifteen seconds.
      </Typography>
    </Box>
  );
}

function AllCurrencies({ isPaused }: { readonly isPaused: boolean | undefined }) {
  const { permissions = [] } = usePermissions<readonly string[]>();
  return (
    <Panel
      title="All withdrawals"
      actions={
        isPaused !== undefined &&
        permissions.includes('custody.settings') && (
          <PauseButton currency={0} name="all withdrawals" isPaused={isPaused} />
        )
      }
    >
      <Typography
        variant="body2"
        sx={{ px: 2, pb: 2, color: isPaused === true ? 'warning.main' : 'text.secondary' }}
      >
        {isPaused === true
          ? 'All withdrawals are paused, and the signer signs nothing. Deposits are still credited.'
          : 'Withdrawals are sent, except of currencies that are paused below.'}
      </Typography>
    </Panel>
  );
}

function AssetPanel({
  asset,
  isAllPaused,
}: {
  readonly asset: Asset | undefined;
  readonly isAllPaused: boolean;
}) {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayChange = permissions.includes('custody.settings');
  const actions = asset !== undefined && (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Chip
        label={asset.is_paused ? 'Withdrawals paused' : 'Withdrawals open'}
        color={asset.is_paused ? 'warning' : 'success'}
      />
      {mayChange && <ColdMoveButton networks={asset.networks} name={asset.currency_name} />}
      {mayChange && !isAllPaused && (
        <PauseButton
          currency={asset.currency}
          name={`withdrawals of ${asset.currency_name}`}
          isPaused={asset.is_paused}
        />
      )}
    </Stack>
  );
  return (
    <Panel title={asset?.currency_name ?? 'Asset'} actions={actions}>
      {asset?.tasks.map((task) => (
        <Alert key={task} severity={isMissing(asset) ? 'error' : 'warning'} sx={{ mx: 2, mb: 2 }}>
          {task}
        </Alert>
      ))}
      <Details
        rows={[
          ['Owed to customers', asset && groupDigits(asset.liabilities)],
          ['Hot wallet', asset && groupDigits(asset.hot)],
          ['Deposit addresses', asset && groupDigits(asset.deposit_addresses)],
          ['Cold storage', asset && groupDigits(asset.cold)],
          ['Surplus', asset && <Surplus asset={asset} />],
          ['Hot ceiling', asset && groupDigits(asset.hot_ceiling)],
        ]}
      />
    </Panel>
  );
}

function isMissing({ surplus }: Asset): boolean {
  return surplus.startsWith('-');
}

/** The sign repeats the colour: colour alone is not accessible. */
function Surplus({ asset }: { readonly asset: Asset }) {
  return (
    <Box
      component="span"
      sx={{ color: isMissing(asset) ? 'error.main' : 'success.main', fontWeight: 500 }}
    >
      {isMissing(asset)
        ? `${groupDigits(asset.surplus.slice(1))} missing`
        : `${groupDigits(asset.surplus)} more than owed`}
    </Box>
  );
}
