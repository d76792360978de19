import { Typography } from '@mui/material';
import { DataTable } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import type { LoanSum } from './loan-words.ts';

const REFRESHING = { refetchInterval: 10_000 };
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-insurance, & .column-loans': { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<LoanSum>;

/**
 * Savings products that fund loans: the lent amount, the idle amount, and the debt of lost loans.
 */
export function LoanSumList() {
  const coins = (number: string, { currency_name }: LoanSum): string =>
    `${groupDigits(number)} ${currency_name}`;
  return (
    <OfficeList title="Lent savings" queryOptions={REFRESHING} sort={{ field: 'id', order: 'ASC' }}>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No savings lend to anybody." />}
      >
        <Column source="product" label="Savings product" />
        <Column
          source="saved"
          label="Saved"
          align="right"
          render={(row) => coins(row.saved, row)}
        />
        <Column source="lent" label="Lent" align="right" render={(row) => coins(row.lent, row)} />
        <Column
          source="idle"
          label="Can be lent"
          align="right"
          render={(row) => coins(row.idle, row)}
        />
        <Column
          source="lost"
          label="Lost"
          align="right"
          render={(row) => (
            <Typography variant="body2" color={row.lost === '0' ? 'text.secondary' : 'error'}>
              {row.lost === '0' ? 'nothing' : coins(row.lost, row)}
            </Typography>
          )}
        />
        <Column source="loans" label="Loans" align="right" />
        <Column
          source="insurance"
          label="Insurance"
          align="right"
          render={(row) => coins(row.insurance, row)}
        />
      </DataTable>
    </OfficeList>
  );
}
