import { shortAddress } from '@meridian/contract/custody/look-alike';
import { NETWORK_NAMES } from '@meridian/contract/custody/networks';
import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { DataTable, SelectInput, usePermissions } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { ClaimDetails } from './claim-details.tsx';
import { MatchDialog, RejectClaimDialog } from './claim-decision.tsx';
import { CLAIM_STATES, networkLabel, type Claim } from './custody-words.ts';
import { tabsOf } from '../shared/queue-state.ts';
import { StateChip } from '../shared/state-chip.tsx';

const FILTERS = [
  searchFilter('Account, transaction or address'),
  <SelectInput
    key="network"
    source="network"
    label="Network"
    choices={NETWORK_NAMES.map((id) => ({ id, name: networkLabel(id) }))}
    emptyText="All networks"
    alwaysOn
  />,
];
const WAITING = { status: 'open' };
const TABS = tabsOf(CLAIM_STATES);
const NARROW = {
  '& .column-id, & .column-from_address, & .column-created_time': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-hash': { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<Claim>;

/**
 * Deposits that customers miss. None is paid by hand: each is matched to a transaction that the
 * watcher saw.
 */
export function ClaimList() {
  return (
    <OfficeList title="Deposit claims" filters={FILTERS} filterDefaultValues={WAITING}>
      <ListTabs source="status" label="Queue" tabs={TABS} />
      <Claims />
    </OfficeList>
  );
}

interface Decision {
  readonly claim: Claim;
  readonly isMatch: boolean;
}

function Claims() {
  const [decision, setDecision] = useState<Decision>();
  const close = (): void => setDecision(undefined);
  return (
    <>
      <DataTable
        rowClick="expand"
        expand={<ClaimDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No claim in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ user, account }) => (
            <a href={`#/users/${user}/show`}>
              <AccountName account={account} />
            </a>
          )}
        />
        <Column
          source="amount"
          label="Amount"
          align="right"
          disableSort
          cellSx={() => ({ whiteSpace: 'nowrap' })}
          render={({ amount, currency_name }) => `${groupDigits(amount)} ${currency_name}`}
        />
        <Column
          source="from_address"
          label="From"
          disableSort
          render={({ from_address }) => (
            <span title={from_address}>{shortAddress(from_address) || '--'}</span>
          )}
        />
        <Column
          source="hash"
          label="Transaction"
          disableSort
          render={({ hash }) => <span title={hash}>{shortAddress(hash) || '--'}</span>}
        />
        <Column source="created_time" label="Claimed" disableSort />
        <Column
          source="status"
          label="State"
          disableSort
          render={(claim) => <StateOf claim={claim} decide={setDecision} />}
        />
      </DataTable>
      {decision?.isMatch === true && <MatchDialog claim={decision.claim} close={close} />}
      {decision?.isMatch === false && <RejectClaimDialog claim={decision.claim} close={close} />}
    </>
  );
}

/** The state of a claim; while it waits, the decisions open to this operator. */
function StateOf({ claim, decide }: { readonly claim: Claim; decide(decision: Decision): void }) {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const { id, status } = claim;
  if (status !== 'open' || !permissions.includes('custody.approve'))
    return <StateChip state={CLAIM_STATES[status]} />;
  return (
    <Stack
      direction="row"
      sx={{ gap: 0.5, flexWrap: 'wrap' }}
      onClick={(event) => event.stopPropagation()}
    >
      <Button
        size="small"
        variant="outlined"
        color="success"
        onClick={() => decide({ claim, isMatch: true })}
        aria-label={`Match claim ${id}`}
      >
        Match
      </Button>
      <Button
        size="small"
        color="error"
        onClick={() => decide({ claim, isMatch: false })}
        aria-label={`Reject claim ${id}`}
      >
        Reject
      </Button>
    </Stack>
  );
}
