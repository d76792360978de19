import { shortAddress } from '@meridian/contract/custody/look-alike';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { DataTable, usePermissions } from 'react-admin';
import { tabsOf } from '../shared/queue-state.ts';
import { StateChip } from '../shared/state-chip.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { isOpen, PAYMENT_STATES, type Payment } from './payment-words.ts';

const FILTERS = [searchFilter("Account, user, order or gateway's number")];
const LATE = { status: 'late' };
const TABS = tabsOf(PAYMENT_STATES);
const REFRESHING = { refetchInterval: 10_000 };
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-order, & .column-created_time': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-number': { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<Payment>;

/**
 * Payments through the gateway: those that wait for an operator, longest waiting first, and decided
 * ones.
 */
export function PaymentList() {
  return (
    <OfficeList
      title="Payments"
      filters={FILTERS}
      filterDefaultValues={LATE}
      queryOptions={REFRESHING}
    >
      <ListTabs source="status" label="Queue" tabs={TABS} />
      <Payments />
    </OfficeList>
  );
}

interface Decision {
  readonly payment: Payment;
  readonly isCredited: boolean;
}

function Payments() {
  const [decision, setDecision] = useState<Decision>();
  return (
    <>
      <DataTable
        rowClick="expand"
        expand={<PaymentDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No payment in this state." />}
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
          label="Paid"
          align="right"
          disableSort
          cellSx={() => ({ whiteSpace: 'nowrap' })}
          render={({ amount }) => `${groupDigits(amount)} CNY`}
        />
        <Column
          source="number"
          label="Coins"
          align="right"
          disableSort
          render={(payment) => <CoinsOf payment={payment} />}
        />
        <Column
          source="order"
          label="Order"
          disableSort
          render={({ order }) => <span title={order}>{shortAddress(order)}</span>}
        />
        <Column source="created_time" label="Made" disableSort />
        <Column
          source="status"
          label="State"
          disableSort
          render={(payment) => <StateOf payment={payment} decide={setDecision} />}
        />
      </DataTable>
      {decision !== undefined && (
        <PaymentDecision {...decision} close={() => setDecision(undefined)} />
      )}
    </>
  );
}

function CoinsOf({ payment: { number, rate } }: { readonly payment: Payment }) {
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      {`${groupDigits(number)} USDT`}
      <Typography variant="caption" component="div" color="text.disabled">
        {`at ${rate} CNY`}
      </Typography>
    </Box>
  );
}

/** The state of a payment; while it waits, the decisions open to this operator. */
function StateOf({
  payment,
  decide,
}: {
  readonly payment: Payment;
  decide(decision: Decision): void;
}) {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const { id, status } = payment;
  if (!isOpen(payment) || !permissions.includes('payments.decide'))
    return <StateChip state={PAYMENT_STATES[status]} />;
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
        onClick={() => decide({ payment, isCredited: true })}
        aria-label={`Credit payment ${id}`}
      >
        Credit
      </Button>
      <Button
        size="small"
        color="error"
        onClick={() => decide({ payment, isCredited: false })}
        aria-label={`Give back payment ${id}`}
      >
        Give back
      </Button>
    </Stack>
  );
}
