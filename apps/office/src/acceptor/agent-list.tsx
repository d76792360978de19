import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import type { Agent } from './acceptor-words.ts';

const FILTERS = [searchFilter('Account, id, city or district')];
const NARROW = { '& .column-id': { display: { xs: 'none', sm: 'table-cell' } } };
const Column = DataTable.Col<Agent>;

/** Agents, who see the users whom they brought, with their districts. */
export function AgentList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('custody.settings');
  const actions = (
    <TopToolbar>
      <NewButton label="New agent" />
    </TopToolbar>
  );
  return (
    <OfficeList title="Regional agents" filters={FILTERS} {...(mayEdit ? { actions } : {})}>
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No regional agent yet." />}
      >
        <Column source="id" label="Customer id" disableSort />
        <Column
          source="account"
          label="Account"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ account }) => (mayEdit ? <RowLink to="edit">{account}</RowLink> : account)}
        />
        <Column source="city_name" label="City" disableSort />
        <Column source="district_name" label="District" disableSort />
        <Column source="users" label="Users brought" align="right" disableSort />
      </DataTable>
    </OfficeList>
  );
}
