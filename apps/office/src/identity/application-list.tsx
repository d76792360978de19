import type { Output } from '@meridian/contract/client/named-calls';
import { DataTable } from 'react-admin';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { ReviewChip } from '../shared/review-chip.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';

type ApplicationRow = Output<'GET /office/api/applications'>['list'][number];

const FILTERS = [searchFilter('Account')];
const WAITING = { status: '1' };
const TABS = [
  { value: '1', label: 'Waiting' },
  { value: '2', label: 'Approved' },
  { value: '3', label: 'Rejected' },
];
export const KINDS = { identity: 'Identity', assets: 'Proof of assets' } as const;
const NARROW = {
  '& .column-id, & .column-kind, & .column-reviewed_time': {
    display: { xs: 'none', md: 'table-cell' },
  },
  '& .column-status': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<ApplicationRow>;

/** Applications, longest waiting first. */
export function ApplicationList() {
  return (
    <OfficeList title="Identity review" filters={FILTERS} filterDefaultValues={WAITING}>
      <ListTabs source="status" label="Queue" tabs={TABS} />
      <DataTable
        rowClick="show"
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No application here." />}
      >
        <Column source="id" label="Application" disableSort />
        <Column
          source="account"
          label="Account"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ account }) => <RowLink to="show">{account}</RowLink>}
        />
        <Column source="name" label="Name" disableSort render={({ name }) => name || '--'} />
        <Column source="kind" label="Kind" disableSort render={({ kind }) => KINDS[kind]} />
        <Column
          source="status"
          label="Status"
          disableSort
          render={({ status }) => <ReviewChip status={status} />}
        />
        <Column source="submitted_time" label="Submitted" disableSort />
        <Column
          source="reviewed_time"
          label="Reviewed"
          disableSort
          render={({ reviewed_time }) => reviewed_time || '--'}
        />
      </DataTable>
    </OfficeList>
  );
}
