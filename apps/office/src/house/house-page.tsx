import { Box, Skeleton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography, type SxProps, type Theme } from '@mui/material';
import { Title, useGetOne, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { PlayMark } from '../shared/play-mark.tsx';
import { walletName } from '../shared/wallet-names.ts';
import { wholeRecord } from '../shared/whole-record.ts';
import { HouseAddresses } from './house-addresses.tsx';
import { InsureButton, MoveButton } from './move-buttons.tsx';
import { OWNERS, purposeOf, type Account, type House } from './house-words.ts';

const REFRESH_MS = 10_000;
const LOADING_ROWS = 6;
/** On a phone each row is a card: its account, then the other cells under their headings. */
const CARDS_ON_PHONES: SxProps<Theme> = (theme) => ({
  [theme.breakpoints.down('sm')]: {
    '& thead': { display: 'none' },
    '& table, & tbody': { display: 'block' },
    '& tr': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' },
    '& td': { display: 'block', p: 0, border: 0, textAlign: 'left', whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '& td:first-of-type': { fontWeight: 500 },
    '& td:last-of-type': { gridColumn: '1 / -1' },
    '& td:not(:first-of-type)::before': { content: 'attr(data-label)', display: 'block', color: 'text.secondary', fontSize: 12, lineHeight: '16px' },
  },
});

/** The house's own money: what each account has, moves between them, and where more comes in. */
export function HousePage() {
  const { data, error, refetch } = useGetOne<House>('house', { id: 0 }, { retry: false, refetchInterval: REFRESH_MS });
  const { permissions = [] } = usePermissions<readonly string[]>();
  const house = wholeRecord(data);
  const actions = house !== undefined && permissions.includes('house.move') && (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <MoveButton accounts={house.accounts} />
      <InsureButton accounts={house.accounts} />
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="House" />
      {error !== null && <LoadFailed error={error} retry={() => void refetch()} />}
      <Panel title="Accounts" actions={actions}>
        <Accounts accounts={house?.accounts} />
      </Panel>
      <HouseAddresses addresses={house?.addresses} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        What open contracts could cost stands under Exposure. Refreshes every ten seconds.
      </Typography>
    </Box>
  );
}

function Accounts({ accounts }: { readonly accounts: readonly Account[] | undefined }) {
  if (accounts?.length === 0) return <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>The house has nothing yet: send coins to one of its deposit addresses.</Typography>;
  return (
    <TableContainer tabIndex={0} sx={CARDS_ON_PHONES}>
      <Table>
        <TableHead>
          <TableRow>
            <TableCell>Account</TableCell>
            <TableCell>Wallet</TableCell>
            <TableCell align="right">Available</TableCell>
            <TableCell>Pays</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>{accounts === undefined ? Array.from({ length: LOADING_ROWS }, (_none, row) => <LoadingRow key={row} />) : accounts.map((account) => <AccountRow key={`${account.owner} ${account.wallet} ${account.currency}`} account={account} />)}</TableBody>
      </Table>
    </TableContainer>
  );
}

function AccountRow({ account }: { readonly account: Account }) {
  const { owner, wallet, currency_name, available } = account;
  return (
    <TableRow hover>
      <TableCell>{OWNERS[owner]}</TableCell>
      <TableCell data-label="Wallet">{walletName(wallet)}</TableCell>
      <TableCell data-label="Available" align="right" sx={{ whiteSpace: 'nowrap' }}>
        {`${groupDigits(available)} ${currency_name}`}
        <PlayMark currency={currency_name} />
      </TableCell>
      <TableCell data-label="Pays" sx={{ color: 'text.secondary' }}>
        {purposeOf(account)}
      </TableCell>
    </TableRow>
  );
}

function LoadingRow() {
  return (
    <TableRow>
      {['Account', 'Wallet', 'Available', 'Pays'].map((head) => (
        <TableCell key={head}>
          <Skeleton />
        </TableCell>
      ))}
    </TableRow>
  );
}
