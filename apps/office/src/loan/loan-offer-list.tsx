import { Typography } from '@mui/material';
import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { yearOf } from '../earn/earn-words.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { OpenChip } from '../shared/open-chip.tsx';
import { percentOf } from '../shared/percent.ts';
import { RowLink } from '../shared/row-link.tsx';
import type { LoanOffer } from './loan-words.ts';

/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-max_number, & .column-warn_1_bps': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-year_rate': { display: { xs: 'none', sm: 'table-cell' } },
};
const HOURS_OF_DAY = 24;
const Column = DataTable.Col<LoanOffer>;

/** Terms of loans, each with the market that prices the collateral. */
export function LoanOfferList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('loans.write');
  const actions = (
    <TopToolbar>
      <NewButton label="New loan" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Loan terms"
      {...(mayEdit ? { actions } : {})}
      sort={{ field: 'id', order: 'ASC' }}
    >
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No loan is offered yet." />}
      >
        <Column source="id" label="Id" />
        <Column
          source="symbol"
          label="Market"
          render={({ symbol }) => (mayEdit ? <RowLink to="edit">{symbol}</RowLink> : symbol)}
        />
        <Column
          source="is_open"
          label="State"
          render={({ is_open }) => <OpenChip isOpen={is_open} />}
        />
        <Column
          source="year_rate"
          label="Interest a year"
          align="right"
          render={(offer) => <YearRate {...offer} />}
        />
        <Column
          source="initial_bps"
          label="Initial LTV"
          align="right"
          render={({ initial_bps }) => percentOf(initial_bps)}
        />
        <Column
          source="warn_1_bps"
          label="Warnings"
          align="right"
          render={({ warn_1_bps, warn_2_bps, warn_3_bps }) =>
            [warn_1_bps, warn_2_bps, warn_3_bps].map(percentOf).join(' · ')
          }
        />
        <Column
          source="liquidation_bps"
          label="Liquidation"
          align="right"
          render={({ liquidation_bps }) => percentOf(liquidation_bps)}
        />
        <Column
          source="max_number"
          label="Amount"
          align="right"
          render={({ min_number, max_number, currency_name }) =>
            `${groupDigits(min_number)} to ${groupDigits(max_number)} ${currency_name}`
          }
        />
      </DataTable>
    </OfficeList>
  );
}

/** Interest a year, with a warning where savers get less of it than savings promise. */
function YearRate({ rate_ppb, warning }: Pick<LoanOffer, 'rate_ppb' | 'warning'>) {
  return (
    <>
      {yearOf(rate_ppb * HOURS_OF_DAY)}
      {warning !== '' && (
        <Typography variant="body2" color="warning">
          {warning}
        </Typography>
      )}
    </>
  );
}
