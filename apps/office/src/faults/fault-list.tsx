import { Button } from '@mui/material';
import { useState } from 'react';
import { DataTable, usePermissions } from 'react-admin';
import { tabsOf } from '../shared/queue-state.ts';
import { StateChip } from '../shared/state-chip.tsx';
import { call } from '../http.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { useAction } from '../shared/use-action.ts';
import { FaultDetails } from './fault-details.tsx';
import { FAULT_STATES, heldOf, type EngineFault } from './fault-words.ts';

const FILTERS = [searchFilter("Kind of command, or a customer's number")];
const HELD = { state: 'held' };
const TABS = tabsOf(FAULT_STATES);
const REFRESHING = { refetchInterval: 10_000 };
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-what, & .column-occurred_time': {
    display: { xs: 'none', md: 'table-cell' },
  },
};
const Column = DataTable.Col<EngineFault>;

/**
 * Commands that broke an invariant: the server stopped there, and refuses them until an operator
 * releases them.
 */
export function FaultList() {
  return (
    <OfficeList
      title="Faults"
      filters={FILTERS}
      filterDefaultValues={HELD}
      queryOptions={REFRESHING}
    >
      <ListTabs source="state" label="State" tabs={TABS} />
      <Faults />
    </OfficeList>
  );
}

function Faults() {
  const [released, setReleased] = useState<EngineFault>();
  return (
    <>
      <DataTable
        rowClick="expand"
        expand={<FaultDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No fault stands in this list." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="kind"
          label="Command"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
        />
        <Column
          source="user"
          label="Customer"
          disableSort
          render={({ user }) => (user === 0 ? '--' : <a href={`#/users/${user}/show`}>{user}</a>)}
        />
        <Column
          source="what"
          label="What the core said"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
        />
        <Column source="occurred_time" label="When" disableSort />
        <Column
          source="state"
          label="State"
          disableSort
          render={(fault) => <StateOf fault={fault} release={setReleased} />}
        />
      </DataTable>
      {released !== undefined && <Release fault={released} close={() => setReleased(undefined)} />}
    </>
  );
}

/** The state of a fault; while it is held, the actions open to this operator. */
function StateOf({
  fault,
  release,
}: {
  readonly fault: EngineFault;
  release(fault: EngineFault): void;
}) {
  const { permissions = [] } = usePermissions<readonly string[]>();
  if (fault.state === 'released' || !permissions.includes('faults.release'))
    return <StateChip state={FAULT_STATES[fault.state]} />;
  return (
    <span onClick={(event) => event.stopPropagation()}>
      <Button
        size="small"
        variant="outlined"
        color="error"
        onClick={() => release(fault)}
        aria-label={`Release fault ${fault.id}`}
      >
        Release
      </Button>
    </span>
  );
}

function Release({ fault, close }: { readonly fault: EngineFault; close(): void }) {
  const { isBusy, run } = useAction();
  const release = (reason: string): void =>
    void run(() => call('POST /office/api/fault_release', { id: fault.id, reason })).then(
      (isDone) => isDone && close(),
    );
  return (
    <ReasonDialog
      title={`Release fault ${fault.id} (${fault.kind})?`}
      text={`Held back now: ${heldOf(fault)}. After the release it reaches the core again. If what broke is not mended, the server ends once more.`}
      hint="For the audit log."
      confirmLabel="Release"
      isDangerous
      isBusy={isBusy}
      confirm={release}
      close={close}
    />
  );
}
