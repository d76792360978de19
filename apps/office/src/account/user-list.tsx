import type { Output } from '@meridian/contract/client/named-calls';
import { Chip } from '@mui/material';
import { DataTable } from 'react-admin';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { ReviewChip } from '../shared/review-chip.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';

type UserRow = Output<'GET /office/api/users'>['list'][number];

const FILTERS = [searchFilter('Account, e-mail, phone, number or id')];
/** Columns that a narrow screen hides; the profile shows them. */
const NARROW = {
  '& .column-id, & .column-email, & .column-phone, & .column-account_number, & .column-created_time':
    { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<UserRow>;

/** Customers, newest first. */
export function UserList() {
  return (
    <OfficeList title="Users" filters={FILTERS}>
      <DataTable
        rowClick="show"
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No customer has registered yet." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Account"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ account }) => <RowLink to="show">{account}</RowLink>}
        />
        <Column source="email" label="E-mail" disableSort render={({ email }) => email || '--'} />
        <Column source="phone" label="Phone" disableSort render={({ phone }) => phone || '--'} />
        <Column source="account_number" label="Number" disableSort />
        <Column
          source="review_status"
          label="Identity"
          disableSort
          render={({ review_status }) => <ReviewChip status={review_status} />}
        />
        <Column
          source="is_frozen"
          label="State"
          disableSort
          render={({ is_frozen }) => (is_frozen ? <Chip label="Frozen" color="error" /> : 'Open')}
        />
        <Column source="created_time" label="Registered" disableSort />
      </DataTable>
    </OfficeList>
  );
}
