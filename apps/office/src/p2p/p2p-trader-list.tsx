import { Box, Chip, Link } from '@mui/material';
import { DataTable, usePermissions, useRecordContext } from 'react-admin';
import { ACCOUNT_CELL } from '../shared/account-name.tsx';
import { CustomerLink } from '../shared/customer-link.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { TRADER_TABS, type P2pTrader } from './p2p-words.ts';
import { TraderButtons } from './trader-buttons.tsx';

const FILTERS = [searchFilter('Account or user')];
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-appeals_lost, & .column-bond': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-orders_30d, & .column-open_deals': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-open_reports': { display: { xs: 'none', sm: 'table-cell' } },
};
/** Beside each other where they fit, else the buttons below. */
const STATE_AND_BUTTONS = {
  display: 'flex',
  flexDirection: { xs: 'column', lg: 'row' },
  alignItems: { xs: 'flex-start', lg: 'center' },
  justifyContent: 'space-between',
  gap: 1,
};
/** The time of a restriction breaks on a narrow screen. */
const BREAKING = { height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal' } };
const Column = DataTable.Col<P2pTrader>;

/** Customers who trade in the marketplace, with their records. */
export function P2pTraderList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  return (
    <OfficeList title="P2P traders" filters={FILTERS}>
      <ListTabs source="kind" label="Kind" tabs={TRADER_TABS} />
      <DataTable
        rowClick="expand"
        expand={<TraderDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="Nobody here." />}
      >
        <Column source="id" label="User" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ id, account }) => <CustomerLink user={id} account={account} />}
        />
        <Column
          source="orders_30d"
          label="30 days"
          align="right"
          disableSort
          render={({ completed_30d, orders_30d }) => `${completed_30d} of ${orders_30d}`}
        />
        <Column source="open_deals" label="Open deals" align="right" disableSort />
        <Column source="appeals_lost" label="Appeals lost" align="right" disableSort />
        <Column
          source="open_reports"
          label="Reports"
          align="right"
          disableSort
          render={(trader) => (
            <Reports trader={trader} mayRead={permissions.includes('complaints.answer')} />
          )}
        />
        <Column source="bond" label="Bond" align="right" disableSort render={bondText} />
        <Column
          source="is_merchant"
          label="State"
          disableSort
          render={(trader) => (
            <Box sx={STATE_AND_BUTTONS}>
              <StateOf trader={trader} />
              {permissions.includes('p2p.act') && <TraderButtons trader={trader} />}
            </Box>
          )}
        />
      </DataTable>
    </OfficeList>
  );
}

function bondText({ bond, bond_currency }: P2pTrader): string {
  return bond === '' ? '--' : `${groupDigits(bond)} ${bond_currency}`;
}

/**
 * Number of open reports of a trader. For an operator who may read reports it is a link to them.
 */
function Reports({
  trader: { id, open_reports: reports },
  mayRead,
}: {
  readonly trader: P2pTrader;
  readonly mayRead: boolean;
}) {
  if (reports === 0 || !mayRead) return reports;
  const filter = encodeURIComponent(JSON.stringify({ q: String(id), subject: 'trader' }));
  return (
    <Link
      href={`#/complaints?filter=${filter}`}
      aria-label={`Reports of trader ${id}: ${reports}`}
      onClick={(event) => event.stopPropagation()}
    >
      {reports}
    </Link>
  );
}

function StateOf({
  trader: { is_merchant, is_away, restricted_until },
}: {
  readonly trader: P2pTrader;
}) {
  return (
    <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
      {is_merchant && <Chip label="Merchant" color="info" />}
      {restricted_until !== '' && (
        <Chip label={`Until ${restricted_until}`} color="warning" sx={BREAKING} />
      )}
      {is_away && <Chip label="Away" variant="outlined" />}
    </Box>
  );
}

function TraderDetails() {
  const trader = useRecordContext<P2pTrader>();
  const { permissions = [] } = usePermissions<readonly string[]>();
  if (trader === undefined) return null;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Customer', trader.id],
          ['Completed deals', trader.completed],
          ['Ended by their doing', trader.cancelled],
          ['Completed of 30 days', `${trader.completed_30d} of ${trader.orders_30d}`],
          ['Appeals lost', trader.appeals_lost],
          ['Cancellations left today', trader.cancels_left],
          ['Open deals', trader.open_deals],
          ['Live ads', trader.ads],
          [
            'Open reports',
            <Reports
              key="reports"
              trader={trader}
              mayRead={permissions.includes('complaints.answer')}
            />,
          ],
          ['Bond', bondText(trader)],
          ['Restricted until', trader.restricted_until],
        ]}
      />
    </Box>
  );
}
