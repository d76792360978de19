import type { Output } from '@meridian/contract/client/named-calls';
import {
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
} from '@mui/material';
import {
  ADJUSTMENT_STATES,
  type AdjustmentState,
} from '@meridian/contract/wallet/adjustment-states';
import { useId, useState } from 'react';
import { DataTable, TopToolbar, useGetOne, usePermissions } from 'react-admin';
import { call } from '../http.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { useAction } from '../shared/use-action.ts';
import { walletName } from '../shared/wallet-names.ts';
import { Who } from '../shared/who.tsx';

type Adjustment = Output<'GET /office/api/adjustments'>['list'][number];
type Me = Output<'GET /office/api/me'>;

const STATES: Readonly<
  Record<
    AdjustmentState,
    { readonly label: string; readonly color: 'warning' | 'success' | 'error' }
  >
> = {
  proposed: { label: 'Waiting', color: 'warning' },
  approved: { label: 'Paid', color: 'success' },
  rejected: { label: 'Rejected', color: 'error' },
};
const TABS = ADJUSTMENT_STATES.map((value) => ({ value, label: STATES[value].label }));
/** Columns that a narrow screen hides; the audit log has them. */
const NARROW = {
  '& .column-id, & .column-wallet, & .column-reason, & .column-proposed_by, & .column-decided_by': {
    display: { xs: 'none', lg: 'table-cell' },
  },
};
const Column = DataTable.Col<Adjustment>;

/** Payments to customers from the house's account: one operator proposes, another decides. */
export function AdjustmentList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const actions = (
    <TopToolbar>
      {permissions.includes('adjustments.propose') && <NewButton label="Propose an adjustment" />}
    </TopToolbar>
  );
  return (
    <OfficeList title="Adjustments" actions={actions} filterDefaultValues={{ state: 'proposed' }}>
      <ListTabs source="state" label="State" tabs={TABS} />
      <Adjustments />
    </OfficeList>
  );
}

function Adjustments() {
  const { data: me } = useGetOne<Me>('me', { id: 0 }, { retry: false });
  const [decided, setDecided] = useState<Decision>();
  return (
    <>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No adjustment in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ user, account }) => <a href={`#/users/${user}/show`}>{account}</a>}
        />
        <Column
          source="amount"
          label="Amount"
          align="right"
          disableSort
          render={({ amount, currency_name }) => `${amount} ${currency_name}`}
        />
        <Column
          source="wallet"
          label="Wallet"
          disableSort
          render={({ wallet }) => walletName(wallet)}
        />
        <Column
          source="reason"
          label="Reason"
          disableSort
          cellSx={() => ({ maxWidth: 280, overflowWrap: 'anywhere' })}
        />
        <Column
          source="proposed_by"
          label="Proposed"
          disableSort
          render={({ proposed_by, proposed_time }) => (
            <Who account={proposed_by} time={proposed_time} />
          )}
        />
        <Column
          source="decided_by"
          label="Decided"
          disableSort
          render={({ decided_by, decided_time }) => (
            <Who account={decided_by} time={decided_time} />
          )}
        />
        <Column
          source="state"
          label="State"
          disableSort
          render={(adjustment) => <StateOf adjustment={adjustment} me={me} decide={setDecided} />}
        />
      </DataTable>
      {decided !== undefined && <DecisionDialog {...decided} close={() => setDecided(undefined)} />}
    </>
  );
}

interface Decision {
  readonly adjustment: Adjustment;
  readonly isApproved: boolean;
}

/** The state of an adjustment; while it waits, the decisions open to this operator. */
function StateOf({
  adjustment,
  me,
  decide,
}: {
  readonly adjustment: Adjustment;
  readonly me: Me | undefined;
  decide(decision: Decision): void;
}) {
  const { label, color } = STATES[adjustment.state];
  if (adjustment.state !== 'proposed' || me?.permissions.includes('adjustments.approve') !== true)
    return <Chip label={label} color={color} />;
  if (adjustment.proposed_by === me.account) return <Chip label="Needs a second person" />;
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      <Button
        size="small"
        variant="outlined"
        color="success"
        onClick={() => decide({ adjustment, isApproved: true })}
        aria-label={`Approve adjustment ${adjustment.id}`}
      >
        Approve
      </Button>
      <Button
        size="small"
        color="error"
        onClick={() => decide({ adjustment, isApproved: false })}
        aria-label={`Reject adjustment ${adjustment.id}`}
      >
        Reject
      </Button>
    </Stack>
  );
}

function DecisionDialog({ adjustment, isApproved, close }: Decision & { close(): void }) {
  const { isBusy, run } = useAction();
  const titleId = useId();
  const { id, account, amount, currency_name, wallet, reason, proposed_by } = adjustment;
  const decide = (): void => {
    void run(() =>
      call('POST /office/api/adjustment_decide', { id, approved: isApproved ? '1' : '0' }),
    ).then(close);
  };
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {isApproved
          ? `Pay ${amount} ${currency_name} to ${account}?`
          : `Reject the payment to ${account}?`}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          {isApproved
            ? `It goes from the house's account to the ${walletName(wallet)} wallet at once, and cannot be taken back.`
            : 'Nothing is paid.'}{' '}
          Proposed by {proposed_by}: {reason}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={isApproved ? 'success' : 'error'}
          onClick={decide}
          disabled={isBusy}
          aria-busy={isBusy}
        >
          {isApproved ? 'Pay' : 'Reject'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
