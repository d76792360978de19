import { Box, Chip } from '@mui/material';
import { DataTable, useRecordContext } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { LOCK_STATES, productName, yearOf, type EarnLock } from './earn-words.ts';

const FILTERS = [searchFilter('Account or user')];
const TABS = [
  { value: 'ongoing', label: 'Ongoing' },
  { value: 'finished', label: 'Finished' },
];
const REFRESHING = { refetchInterval: 15_000 };
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-ends_time': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-interest_paid, & .column-days_paid': { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<EarnLock>;

/** Locks of all customers, newest first; read-only. */
export function EarnLockList() {
  return (
    <OfficeList title="Locks" filters={FILTERS} queryOptions={REFRESHING}>
      <ListTabs source="status" label="State" tabs={TABS} />
      <DataTable
        rowClick="expand"
        expand={<LockDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No lock in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ user, account }) => (
            <a href={`#/users/${user}/show`}>
              {account === '' ? user : <AccountName account={account} />}
            </a>
          )}
        />
        <Column
          source="product"
          label="Product"
          disableSort
          render={(lock) => `${lock.product}: ${productName(lock)}`}
        />
        <Column
          source="principal"
          label="Principal"
          align="right"
          disableSort
          render={({ principal, currency_name }) => `${groupDigits(principal)} ${currency_name}`}
        />
        <Column
          source="interest_paid"
          label="Interest paid"
          align="right"
          disableSort
          render={({ interest_paid }) => groupDigits(interest_paid)}
        />
        <Column
          source="days_paid"
          label="Days"
          align="right"
          disableSort
          render={({ days_paid, days }) => `${days_paid} of ${days}`}
        />
        <Column source="ends_time" label="Ends" disableSort />
        <Column
          source="ended_by"
          label="State"
          disableSort
          render={({ ended_by }) => (
            <Chip label={LOCK_STATES[ended_by].label} color={LOCK_STATES[ended_by].color} />
          )}
        />
      </DataTable>
    </OfficeList>
  );
}

function LockDetails() {
  const lock = useRecordContext<EarnLock>();
  if (lock === undefined) return null;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Lock', lock.id],
          ['Customer', lock.user],
          ['Bought', lock.bought_time],
          ['Ends', lock.ends_time],
          ['Ended', lock.ended_time],
          ['Rate', `${yearOf(lock.rate_ppb)} a year, ${lock.rate_ppb} billionths a day`],
          ['Days paid', `${lock.days_paid} of ${lock.days}`],
          ['Interest paid', `${groupDigits(lock.interest_paid)} ${lock.currency_name}`],
          ['Reserved', `${groupDigits(lock.reserved)} ${lock.currency_name}`],
          ['Renews', lock.renews ? 'Yes' : 'No'],
          ['Renewed by', lock.renewed_by === 0 ? '' : lock.renewed_by],
        ]}
      />
    </Box>
  );
}
