import { DataTable, SelectInput } from 'react-admin';
import { tabsOf } from '../shared/queue-state.ts';
import { StateChip } from '../shared/state-chip.tsx';
import { ACCOUNT_CELL } from '../shared/account-name.tsx';
import { CustomerLink } from '../shared/customer-link.tsx';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { COMPLAINT_STATES, SUBJECTS, subjectOf, type ComplaintRow } from './complaint-words.ts';

const OPEN = { state: 'open' };
const TABS = tabsOf(COMPLAINT_STATES);
const FILTERS = [
  searchFilter('Who complains, or is reported'),
  <SelectInput
    key="subject"
    source="subject"
    label="Subject"
    alwaysOn
    emptyText="All subjects"
    choices={Object.entries(SUBJECTS).map(([id, name]) => ({ id, name }))}
  />,
];
const NARROW = {
  '& .column-reported, & .column-opened_time': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-id': { display: { xs: 'none', sm: 'table-cell' } },
};
const REFRESHING = { refetchInterval: 10_000 };
const Column = DataTable.Col<ComplaintRow>;

/** Complaints and reports. Open ones wait here for an answer, the longest waiting first. */
export function ComplaintList() {
  return (
    <OfficeList
      title="Complaints"
      filters={FILTERS}
      filterDefaultValues={OPEN}
      queryOptions={REFRESHING}
    >
      <ListTabs source="state" label="State" tabs={TABS} />
      <DataTable
        rowClick="show"
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No complaint in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="subject"
          label="Subject"
          disableSort
          render={(row) => <RowLink to="show">{subjectOf(row)}</RowLink>}
        />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ is_own, user, account }) =>
            is_own ? 'Concerns your own account' : <CustomerLink user={user} account={account} />
          }
        />
        <Column
          source="reported"
          label="Reported"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ reported, reported_account }) => (
            <CustomerLink user={reported} account={reported_account} />
          )}
        />
        <Column source="opened_time" label="Waiting since" disableSort />
        <Column
          source="state"
          label="State"
          disableSort
          render={({ state }) => <StateChip state={COMPLAINT_STATES[state]} />}
        />
      </DataTable>
    </OfficeList>
  );
}
