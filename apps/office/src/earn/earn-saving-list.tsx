import { DataTable } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import type { EarnSaving } from './earn-words.ts';

const FILTERS = [searchFilter('Account or user')];
const REFRESHING = { refetchInterval: 15_000 };
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-pending, & .column-is_auto': { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<EarnSaving>;

/** Savings of all customers, by product. The list of products has the lent amount of each. */
export function EarnSavingList() {
  return (
    <OfficeList title="Savings" filters={FILTERS} queryOptions={REFRESHING}>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="Nobody has savings." />}
      >
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
          render={({ product, currency_name }) => `${product}: Savings, ${currency_name}`}
        />
        <Column
          source="earning"
          label="Earning"
          align="right"
          disableSort
          render={({ earning }) => groupDigits(earning)}
        />
        <Column
          source="pending"
          label="From midnight"
          align="right"
          disableSort
          render={({ pending }) => groupDigits(pending)}
        />
        <Column
          source="interest"
          label="Interest"
          align="right"
          disableSort
          render={({ interest }) => groupDigits(interest)}
        />
        <Column
          source="is_auto"
          label="Auto-save"
          disableSort
          render={({ is_auto }) => (is_auto ? 'On' : 'Off')}
        />
      </DataTable>
    </OfficeList>
  );
}
