import { DataTable } from 'react-admin';
import { tabsOf } from '../shared/queue-state.ts';
import { StateChip } from '../shared/state-chip.tsx';
import { CustomerLink } from '../shared/customer-link.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { APPEAL_STATES, FIAT, REASONS, SIDES, waitingFor, type AppealRow } from './appeal-words.ts';

const OPEN = { state: 'open' };
const TABS = tabsOf(APPEAL_STATES);
const NARROW = {
  '& .column-buyer, & .column-seller, & .column-opened_time': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-money': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-reason': { display: { xs: 'none', sm: 'table-cell' } },
};
const REFRESHING = { refetchInterval: 10_000 };
const Column = DataTable.Col<AppealRow>;

/** Appeals on deals of the marketplace. Open ones wait here for a ruling, the oldest first. */
export function AppealList() {
  return (
    <OfficeList title="P2P appeals" filterDefaultValues={OPEN} queryOptions={REFRESHING}>
      <ListTabs source="state" label="State" tabs={TABS} />
      <DataTable
        rowClick="show"
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No appeal in this state." />}
      >
        <Column
          source="id"
          label="Id"
          disableSort
          render={({ id }) => <RowLink to="show">{id}</RowLink>}
        />
        <Column
          source="reason"
          label="Reason"
          disableSort
          render={({ by, reason }) => `${SIDES[by]}: ${REASONS[reason]}`}
        />
        <Column
          source="buyer"
          label="Buyer"
          disableSort
          render={({ buyer, buyer_account }) => (
            <CustomerLink user={buyer} account={buyer_account} />
          )}
        />
        <Column
          source="seller"
          label="Seller"
          disableSort
          render={({ seller, seller_account }) => (
            <CustomerLink user={seller} account={seller_account} />
          )}
        />
        <Column
          source="money"
          label="Deal"
          align="right"
          disableSort
          cellSx={() => ({ whiteSpace: 'nowrap' })}
          render={({ money }) => `${groupDigits(money)} ${FIAT}`}
        />
        <Column source="opened_time" label="Opened" disableSort />
        <Column source="waiting" label="Waits for" disableSort render={waitingFor} />
        <Column
          source="state"
          label="State"
          disableSort
          render={({ state }) => <StateChip state={APPEAL_STATES[state]} />}
        />
      </DataTable>
    </OfficeList>
  );
}
