import { shortAddress } from '@meridian/contract/custody/look-alike';
import { Alert, Box } from '@mui/material';
import { DataTable, useListContext, useRecordContext } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { DEPOSIT_STATES, networkLabel, type Deposit } from './custody-words.ts';
import { tabsOf } from '../shared/queue-state.ts';
import { StateChip } from '../shared/state-chip.tsx';

const FILTERS = [searchFilter('Account, transaction or address')];
const TABS = tabsOf(DEPOSIT_STATES);
const REFRESHING = { refetchInterval: 10_000 };
const NARROW = {
  '& .column-id, & .column-network, & .column-hash, & .column-created_time': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-confirmations': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Deposit>;

/** Deposits that the watchers saw, newest first. Deposits that a fork reversed are incidents. */
export function DepositList() {
  return (
    <OfficeList title="Deposits" filters={FILTERS} queryOptions={REFRESHING}>
      <ListTabs source="status" label="State" tabs={TABS} />
      <Incidents />
      <DataTable
        rowClick="expand"
        expand={<DepositDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No deposit in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={(deposit) => <Owner deposit={deposit} />}
        />
        <Column
          source="number"
          label="Amount"
          align="right"
          disableSort
          cellSx={() => ({ whiteSpace: 'nowrap' })}
          render={({ number, currency_name }) => `${groupDigits(number)} ${currency_name}`}
        />
        <Column
          source="network"
          label="Network"
          disableSort
          render={({ network }) => networkLabel(network)}
        />
        <Column
          source="hash"
          label="Transaction"
          disableSort
          render={({ hash }) => <span title={hash}>{shortAddress(hash)}</span>}
        />
        <Column
          source="confirmations"
          label="Confirmations"
          align="right"
          disableSort
          render={(deposit) => confirmationsOf(deposit)}
        />
        <Column source="created_time" label="Seen" disableSort />
        <Column
          source="status"
          label="State"
          disableSort
          render={({ status }) => <StateChip state={DEPOSIT_STATES[status]} />}
        />
      </DataTable>
    </OfficeList>
  );
}

/** The house deposits its capital like a customer, but has no customer page. */
function Owner({ deposit: { user, account, is_house } }: { readonly deposit: Deposit }) {
  return is_house ? (
    'House'
  ) : (
    <a href={`#/users/${user}/show`}>{account === '' ? user : <AccountName account={account} />}</a>
  );
}

/** Confirmations beyond the required number are not counted. */
function confirmationsOf({ status, confirmations, confirmations_needed }: Deposit): string {
  if (status === 'reversed') return '--';
  return `${Math.min(confirmations, confirmations_needed)} of ${confirmations_needed}`;
}

function Incidents() {
  const list = useListContext<Deposit>();
  const { status } = list.filterValues as { status?: string };
  if (status !== 'reversed' || list.total === undefined || list.total === 0) return null;
  return (
    <Alert severity="error" sx={{ m: 2 }}>
      A fork of the chain took these transactions back. What was credited has been taken back too;
      who had spent it can withdraw nothing until it is repaid. When there are several, pause the
      currency and raise its confirmations before you go on.
    </Alert>
  );
}

function DepositDetails() {
  const deposit = useRecordContext<Deposit>();
  if (deposit === undefined) return null;
  const { id, number, currency_name, network, hash, note, created_time } = deposit;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Deposit', id],
          ['Seen', created_time],
          ['Customer', <Owner key="owner" deposit={deposit} />],
          ['Amount', `${groupDigits(number)} ${currency_name}`],
          ['Network', networkLabel(network)],
          ['Confirmations', confirmationsOf(deposit)],
          ['Transaction', hash],
          ['Note', note],
        ]}
      />
    </Box>
  );
}
