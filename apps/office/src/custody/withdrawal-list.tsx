import type { Output } from '@meridian/contract/client/named-calls';
import { shortAddress } from '@meridian/contract/custody/look-alike';
import { Box, Button, Chip, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { DataTable, useGetOne } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import {
  BEHIND,
  isApproved,
  networkLabel,
  sendingOf,
  WITHDRAWAL_STATES,
  type Withdrawal,
} from './custody-words.ts';
import { tabsOf } from '../shared/queue-state.ts';
import { Risks } from './risks.tsx';
import { StateChip } from '../shared/state-chip.tsx';
import { AgreeDialog, ApproveDialog, RejectDialog } from './withdrawal-decision.tsx';
import { WithdrawalDetails } from './withdrawal-details.tsx';

type Me = Output<'GET /office/api/me'>;

const NEEDS_SECOND =
  'Needs a second person. Where nobody else may approve, an owner invites a second approver under Operators.';
const FILTERS = [searchFilter('Account, user, address or withdrawal')];
const WAITING = { status: 'applying' };
const TABS = tabsOf(WITHDRAWAL_STATES);
const REFRESHING = { refetchInterval: 10_000 };
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-address, & .column-created_time': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-flags, & .column-approvals': { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<Withdrawal>;

/** Withdrawals: those that wait for an operator, longest waiting first, and decided ones. */
export function WithdrawalList() {
  return (
    <OfficeList
      title="Withdrawals"
      filters={FILTERS}
      filterDefaultValues={WAITING}
      queryOptions={REFRESHING}
    >
      <ListTabs source="status" label="Queue" tabs={TABS} />
      <Withdrawals />
    </OfficeList>
  );
}

interface Decision {
  readonly withdrawal: Withdrawal;
  readonly kind: 'approve' | 'reject' | 'agree';
}

function Withdrawals() {
  const { data: me } = useGetOne<Me>('me', { id: 0 }, { retry: false });
  const [decision, setDecision] = useState<Decision>();
  const close = (): void => setDecision(undefined);
  return (
    <>
      <DataTable
        rowClick="expand"
        expand={<WithdrawalDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No withdrawal in this state." />}
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
          source="number"
          label="Amount"
          align="right"
          disableSort
          render={(withdrawal) => <AmountOf withdrawal={withdrawal} />}
        />
        <Column
          source="address"
          label="To"
          disableSort
          render={({ address, network }) => <AddressOf address={address} network={network} />}
        />
        <Column
          source="flags"
          label="Risk"
          disableSort
          render={({ flags, look_alike }) => <Risks flags={flags} look_alike={look_alike} />}
        />
        <Column
          source="approvals"
          label="Approvals"
          disableSort
          render={(withdrawal) => <ApprovalsOf withdrawal={withdrawal} />}
        />
        <Column source="created_time" label="Asked" disableSort />
        <Column
          source="status"
          label="State"
          disableSort
          render={(withdrawal) => <StateOf withdrawal={withdrawal} me={me} decide={setDecision} />}
        />
      </DataTable>
      {decision?.kind === 'approve' && (
        <ApproveDialog withdrawal={decision.withdrawal} close={close} />
      )}
      {decision?.kind === 'reject' && (
        <RejectDialog withdrawal={decision.withdrawal} close={close} />
      )}
      {decision?.kind === 'agree' && <AgreeDialog withdrawal={decision.withdrawal} close={close} />}
    </>
  );
}

function AmountOf({
  withdrawal: { number, currency_name, worth },
}: {
  readonly withdrawal: Withdrawal;
}) {
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      {`${groupDigits(number)} ${currency_name}`}
      {currency_name !== 'USDT' && (
        <Typography variant="caption" component="div" color="text.disabled">
          {`${groupDigits(worth)} USDT`}
        </Typography>
      )}
    </Box>
  );
}

function AddressOf({ address, network }: Pick<Withdrawal, 'address' | 'network'>) {
  return (
    <Box>
      <Box component="span" title={address} sx={{ overflowWrap: 'anywhere' }}>
        {shortAddress(address)}
      </Box>
      <Typography variant="caption" component="div" color="text.disabled">
        {networkLabel(network)}
      </Typography>
    </Box>
  );
}

function ApprovalsOf({
  withdrawal: { approvals, approvals_needed, approved_by, waits_until },
}: {
  readonly withdrawal: Withdrawal;
}) {
  if (waits_until !== '') return `Leaves by itself at ${waits_until}`;
  if (approvals_needed === 0) return 'Not needed';
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {`${approvals} of ${approvals_needed}`}
      {approved_by.map((account) => (
        <Typography key={account} variant="caption" component="div" color="text.disabled">
          {account}
        </Typography>
      ))}
    </Box>
  );
}

/** The state of a withdrawal; while it waits, the decisions open to this operator. */
function StateOf({
  withdrawal,
  me,
  decide,
}: {
  readonly withdrawal: Withdrawal;
  readonly me: Me | undefined;
  decide(decision: Decision): void;
}) {
  const { id, status, sending, needs_devices } = withdrawal;
  const mayDecide = me?.permissions.includes('custody.approve') === true;
  if (needs_devices && mayDecide) {
    return (
      <Button
        size="small"
        variant="outlined"
        color="success"
        onClick={(event) => {
          event.stopPropagation();
          decide({ withdrawal, kind: 'agree' });
        }}
        aria-label={`Sign withdrawal ${id}`}
      >
        Sign with device
      </Button>
    );
  }
  if (status === 'applying' && me !== undefined && !mayDecide)
    return <Chip label={isApproved(withdrawal) ? BEHIND : 'Waiting for an approver'} />;
  // Until the sender has it, a withdrawal with all approvals can be rejected too.
  const isUnsent = status === 'applying' || (status === 'agreed' && sending === '');
  if (!isUnsent || !mayDecide) return <Sending status={status} sending={sending} />;
  const obstacle = approvalObstacle(withdrawal, me.account);
  return (
    <Stack
      direction="row"
      sx={{ gap: 0.5, flexWrap: 'wrap' }}
      onClick={(event) => event.stopPropagation()}
    >
      {status === 'agreed' ? (
        <Sending status={status} sending={sending} />
      ) : obstacle === '' ? (
        <Button
          size="small"
          variant="outlined"
          color="success"
          onClick={() => decide({ withdrawal, kind: 'approve' })}
          aria-label={`Approve withdrawal ${id}`}
        >
          Approve
        </Button>
      ) : (
        <Typography variant="caption" component="div" color="text.disabled">
          {obstacle}
        </Typography>
      )}
      <Button
        size="small"
        color="error"
        onClick={() => decide({ withdrawal, kind: 'reject' })}
        aria-label={`Reject withdrawal ${id}`}
      >
        Reject
      </Button>
    </Stack>
  );
}

/** Why this operator has nothing to approve; '' where an approval would count. */
function approvalObstacle(withdrawal: Withdrawal, account: string): string {
  if (isApproved(withdrawal)) return withdrawal.is_behind ? BEHIND : '';
  if (withdrawal.approved_by.includes(account)) return NEEDS_SECOND;
  return '';
}

function Sending({ status, sending }: Pick<Withdrawal, 'status' | 'sending'>) {
  const { step, trouble } = sendingOf(sending);
  return (
    <Box sx={{ minWidth: 0 }}>
      <StateChip state={WITHDRAWAL_STATES[status]} />
      {status === 'agreed' && step !== '' && (
        <Typography
          variant="caption"
          component="div"
          color={trouble === '' ? 'text.disabled' : 'warning.main'}
        >
          {trouble === '' ? step : trouble}
        </Typography>
      )}
    </Box>
  );
}
