import { Box, Button, Chip, Typography } from '@mui/material';
import { useState } from 'react';
import { DataTable, usePermissions, useRecordContext } from 'react-admin';
import { call } from '../http.ts';
import { ACCOUNT_CELL } from '../shared/account-name.tsx';
import { CustomerLink } from '../shared/customer-link.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { useAction } from '../shared/use-action.ts';
import { channelWords, STATES, type Loan } from './loan-words.ts';

const FILTERS = [searchFilter('Account or user')];
const TABS = [
  { value: 'active', label: 'Active' },
  { value: 'lost', label: 'Lost' },
  { value: 'liquidated', label: 'Liquidated' },
  { value: 'repaid', label: 'Repaid' },
];
const REFRESHING = { refetchInterval: 5_000 };
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-opened_time': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-pledged': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-principal': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Loan>;

/** Loans of all customers, newest first, with their ratio and warnings. */
export function LoanList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayCover = permissions.includes('loans.write');
  return (
    <OfficeList title="Loans" filters={FILTERS} queryOptions={REFRESHING}>
      <ListTabs source="state" label="State" tabs={TABS} />
      <DataTable
        rowClick="expand"
        expand={<LoanDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No loan in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ user, account }) => <CustomerLink user={user} account={account} />}
        />
        <Column
          source="principal"
          label="Principal"
          align="right"
          disableSort
          render={({ principal, currency_name }) => `${groupDigits(principal)} ${currency_name}`}
        />
        <Column
          source="pledged"
          label="Collateral"
          align="right"
          disableSort
          render={({ pledged, collateral_name }) => `${groupDigits(pledged)} ${collateral_name}`}
        />
        <Column
          source="ltv"
          label="LTV"
          align="right"
          disableSort
          render={(loan) => <Ratio loan={loan} />}
        />
        <Column
          source="state"
          label="State"
          disableSort
          render={({ state }) => <Chip label={STATES[state].label} color={STATES[state].color} />}
        />
        <Column source="opened_time" label="Opened" disableSort />
        {mayCover && (
          <Column
            disableSort
            label=""
            align="right"
            render={(loan) => (loan.state === 'lost' ? <CoverButton loan={loan} /> : null)}
          />
        )}
      </DataTable>
    </OfficeList>
  );
}

function Ratio({ loan: { ltv, level, state } }: { readonly loan: Loan }) {
  if (state !== 'active') return '--';
  return (
    <Box>
      {ltv === '' ? '--' : `${ltv}%`}
      {level > 0 && (
        <Typography variant="caption" component="div" color={level === 3 ? 'error' : 'warning'}>
          {`warning ${level} of 3`}
        </Typography>
      )}
    </Box>
  );
}

function LoanDetails() {
  const loan = useRecordContext<Loan>();
  if (loan === undefined) return null;
  const { currency_name, collateral_name, warnings } = loan;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Loan', loan.id],
          ['Customer', loan.user],
          ['Market', loan.symbol],
          ['Debt', loan.debt === '' ? '' : `${groupDigits(loan.debt)} ${currency_name}`],
          ['Principal', `${groupDigits(loan.principal)} ${currency_name}`],
          ['Collateral', `${groupDigits(loan.pledged)} ${collateral_name}`],
          ['Sold from', loan.liquidation_price],
          ['Opened', loan.opened_time],
          ['Ended', loan.ended_time],
          ...warnings.map(({ level, price, time, channels }): [string, string] => [
            `Warning ${level}`,
            `${time} at ${groupDigits(price)}: ${channelWords(channels)}`,
          ]),
        ]}
      />
    </Box>
  );
}

/** Lets the house pay savers the remaining debt of a lost loan, once another operator agrees. */
function CoverButton({ loan }: { readonly loan: Loan }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const confirm = (reason: string): void => {
    void run(() => call('POST /office/api/loan_cover', { id: loan.id, reason })).then(
      (isDone) => isDone && setOpen(false),
    );
  };
  return (
    <Box onClick={(event) => event.stopPropagation()}>
      <Button
        variant="outlined"
        size="small"
        onClick={() => setOpen(true)}
        aria-label={`Pay for loan ${loan.id}`}
      >
        Pay savers
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Pay for loan ${loan.id}?`}
          text={`The house pays savers up to ${groupDigits(loan.principal)} ${loan.currency_name} from its spot wallet, as far as it has them. Another operator has to agree.`}
          hint="For the operator who decides, and for the audit log."
          confirmLabel="Propose to pay"
          isBusy={isBusy}
          confirm={confirm}
          close={() => setOpen(false)}
        />
      )}
    </Box>
  );
}
