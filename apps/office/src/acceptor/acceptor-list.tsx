import { Chip } from '@mui/material';
import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { OpenChip } from '../shared/open-chip.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { COIN, FIAT, type Acceptor } from './acceptor-words.ts';

const FILTERS = [searchFilter('Name, account or customer id')];
/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-coming, & .column-held, & .column-account': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-cash_rate, & .column-recharge_rate': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-available': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Acceptor>;

/** Acceptors, who exchange fiat for coins with customers, with their balances. */
export function AcceptorList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('custody.settings');
  const actions = (
    <TopToolbar>
      <NewButton label="New acceptor" />
    </TopToolbar>
  );
  return (
    <OfficeList title="Acceptors" filters={FILTERS} {...(mayEdit ? { actions } : {})}>
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="Nobody takes deals yet." />}
      >
        <Column
          source="name"
          label="Acceptor"
          disableSort
          render={({ name }) => (mayEdit ? <RowLink to="edit">{name}</RowLink> : name)}
        />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ user, account }) => <a href={`#/users/${user}/show`}>{account}</a>}
        />
        <Column source="recharge_rate" label={`Sells at, ${FIAT}`} align="right" disableSort />
        <Column source="cash_rate" label={`Buys at, ${FIAT}`} align="right" disableSort />
        <Column
          source="available"
          label={`Available, ${COIN}`}
          align="right"
          disableSort
          render={({ available }) => groupDigits(available)}
        />
        <Column
          source="held"
          label="In deals"
          align="right"
          disableSort
          render={({ held }) => groupDigits(held)}
        />
        <Column
          source="coming"
          label="Coming"
          align="right"
          disableSort
          render={({ coming }) => groupDigits(coming)}
        />
        <Column
          source="open_deals"
          label="Open deals"
          align="right"
          disableSort
          render={(acceptor) => <OpenDeals acceptor={acceptor} />}
        />
        <Column
          source="is_open"
          label="State"
          disableSort
          render={({ is_open }) => <OpenChip isOpen={is_open} />}
        />
      </DataTable>
    </OfficeList>
  );
}

function OpenDeals({ acceptor: { open_deals, disputed_deals } }: { readonly acceptor: Acceptor }) {
  if (disputed_deals === 0) return open_deals;
  return <Chip label={`${open_deals}, ${disputed_deals} in dispute`} color="error" />;
}
