import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title, useGetOne, usePermissions } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { PlayMark } from '../shared/play-mark.tsx';
import { wholeRecord } from '../shared/whole-record.ts';
import { HouseAddresses } from './house-addresses.tsx';
import { PLACES, placesOf, type Account, type House, type Place } from './house-words.ts';
import { InsureButton, MoveButton } from './move-buttons.tsx';

const REFRESH_MS = 10_000;
/** Placeholder labels while figures load. */
const LOADING = ['BTC', 'ETH', 'USDT'];

/** The house's own money: balance of each account, moves between them, and deposit addresses. */
export function HousePage() {
  const { data, error, refetch } = useGetOne<House>(
    'house',
    { id: 0 },
    { retry: false, refetchInterval: REFRESH_MS },
  );
  const { permissions = [] } = usePermissions<readonly string[]>();
  const house = wholeRecord(data);
  const places =
    house === undefined
      ? PLACES.map((place) => ({ place, accounts: undefined }))
      : placesOf(house.accounts);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="House" />
      {error !== null && <LoadFailed error={error} retry={() => void refetch()} />}
      {house !== undefined && permissions.includes('house.move') && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <MoveButton accounts={house.accounts} />
          <InsureButton accounts={house.accounts} />
        </Box>
      )}
      {places.map(({ place, accounts }) => (
        <AccountPanel key={place.name} place={place} accounts={accounts} />
      ))}
      <HouseAddresses addresses={house?.addresses} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        What open contracts could cost stands under Exposure. Refreshes every ten seconds.
      </Typography>
    </Box>
  );
}

/**
 * @param accounts undefined while loading
 */
function AccountPanel({
  place: { name, purpose },
  accounts,
}: {
  readonly place: Place;
  readonly accounts: readonly Account[] | undefined;
}) {
  const rows = accounts?.map((account): readonly [string, ReactNode] => [
    account.currency_name,
    <Amount key="amount" account={account} />,
  ]);
  return (
    <Panel title={name}>
      <Typography variant="body2" sx={{ px: 2, pb: 1.5, color: 'text.secondary' }}>
        {purpose}
      </Typography>
      {rows?.length === 0 ? (
        <Typography sx={{ px: 2, pb: 2, color: 'warning.main' }}>Empty.</Typography>
      ) : (
        <Details rows={rows ?? LOADING.map((label) => [label, undefined] as const)} />
      )}
    </Panel>
  );
}

function Amount({ account: { available, currency_name } }: { readonly account: Account }) {
  return (
    <>
      {groupDigits(available)}
      <PlayMark currency={currency_name} />
    </>
  );
}
