import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { DataTable, usePermissions } from 'react-admin';
import { tabsOf } from '../shared/queue-state.ts';
import { StateChip } from '../shared/state-chip.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { COIN, DEAL_STATES, DEAL_TYPES, FIAT, type Deal } from './acceptor-words.ts';
import { DealDetails } from './deal-details.tsx';
import { RulingDialog } from './ruling-dialog.tsx';

const DISPUTED = { status: 'disputed' };
const FILTERS = [searchFilter('Customer, acceptor or deal')];
const TABS = tabsOf(DEAL_STATES);
const NARROW = {
  '& .column-id, & .column-created_time, & .column-type': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-acceptor_name': { display: { xs: 'none', sm: 'table-cell' } },
  '& .column-money': { display: { xs: 'none', md: 'table-cell' } },
};
const REFRESHING = { refetchInterval: 10_000 };
const Column = DataTable.Col<Deal>;

/** Deals with acceptors. Disputed deals wait here for a ruling. */
export function DealList() {
  return (
    <OfficeList
      title="Acceptor deals"
      filters={FILTERS}
      filterDefaultValues={DISPUTED}
      queryOptions={REFRESHING}
    >
      <ListTabs source="status" label="State" tabs={TABS} />
      <Deals />
    </OfficeList>
  );
}

interface Wanted {
  readonly deal: Deal;
  readonly ruling: 'pay' | 'return';
}

function Deals() {
  const [wanted, setWanted] = useState<Wanted>();
  return (
    <>
      <DataTable
        rowClick="expand"
        expand={<DealDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No deal in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ user, account }) => <a href={`#/users/${user}/show`}>{account}</a>}
        />
        <Column source="type" label="Deal" disableSort render={({ type }) => DEAL_TYPES[type]} />
        <Column
          source="number"
          label="Coins"
          align="right"
          disableSort
          cellSx={() => ({ whiteSpace: 'nowrap' })}
          render={({ number }) => `${groupDigits(number)} ${COIN}`}
        />
        <Column
          source="money"
          label="Money"
          align="right"
          disableSort
          cellSx={() => ({ whiteSpace: 'nowrap' })}
          render={({ money }) => `${groupDigits(money)} ${FIAT}`}
        />
        <Column source="acceptor_name" label="Acceptor" disableSort />
        <Column source="created_time" label="Made" disableSort />
        <Column
          source="status"
          label="State"
          disableSort
          render={(deal) => <StateOf deal={deal} rule={setWanted} />}
        />
      </DataTable>
      {wanted !== undefined && <RulingDialog {...wanted} close={() => setWanted(undefined)} />}
    </>
  );
}

/** The state of a deal; in dispute, the rulings open to this operator. */
function StateOf({ deal, rule }: { readonly deal: Deal; rule(wanted: Wanted): void }) {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const { id, status } = deal;
  if (status !== 'disputed' || !permissions.includes('custody.approve'))
    return <StateChip state={DEAL_STATES[status]} />;
  return (
    <Stack
      direction="row"
      sx={{ gap: 0.5, flexWrap: 'wrap' }}
      onClick={(event) => event.stopPropagation()}
    >
      <Button
        size="small"
        variant="outlined"
        onClick={() => rule({ deal, ruling: 'return' })}
        aria-label={`Return deal ${id}`}
      >
        Return
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="success"
        onClick={() => rule({ deal, ruling: 'pay' })}
        aria-label={`Pay deal ${id}`}
      >
        Pay
      </Button>
    </Stack>
  );
}
