import { Chip } from '@mui/material';
import { DataTable } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import type { Hedge } from './convert-words.ts';

const REFRESHING = { refetchInterval: 5_000 };
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-id, & .column-fee': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-time': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Hedge>;

/** Trades of the house by which the desk offsets the coins that conversions bought or sold. */
export function HedgeList() {
  return (
    <OfficeList title="Hedges" queryOptions={REFRESHING}>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="The desk has not traded yet." />}
      >
        <Column source="id" label="Trade" disableSort />
        <Column source="time" label="Time" disableSort />
        <Column source="symbol" label="Market" disableSort />
        <Column
          source="side"
          label="Side"
          disableSort
          render={({ side }) => (
            <Chip
              label={side === 'buy' ? 'House buys' : 'House sells'}
              color={side === 'buy' ? 'success' : 'error'}
              variant="outlined"
            />
          )}
        />
        {(['price', 'quantity', 'worth', 'fee'] as const).map((source) => (
          <Column
            key={source}
            source={source}
            label={source.charAt(0).toUpperCase() + source.slice(1)}
            align="right"
            disableSort
            render={(row) => groupDigits(row[source])}
          />
        ))}
      </DataTable>
    </OfficeList>
  );
}
