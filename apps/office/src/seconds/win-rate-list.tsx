import { Chip, Typography } from '@mui/material';
import { DataTable, SelectInput } from 'react-admin';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { signed } from '../shared/signed-decimals.ts';
import type { WinRate } from './seconds-words.ts';

const FLAGGED = [{ id: 'true', name: 'Flagged only' }];
const FILTERS = [
  searchFilter('Symbol'),
  <SelectInput
    key="flagged"
    source="is_suspicious"
    label="Hours"
    choices={FLAGGED}
    emptyText="All hours"
    alwaysOn
  />,
];
const NEWEST_FIRST = { field: 'hour', order: 'DESC' } as const;
const REFRESHING = { refetchInterval: 60_000 };
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-tickets, & .column-expected': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-outcomes, & .column-won': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<WinRate>;

/**
 * Observed against fair win rates of seconds contracts, by market and hour of the last two days.
 */
export function WinRateList() {
  return (
    <OfficeList title="Win rates" filters={FILTERS} sort={NEWEST_FIRST} queryOptions={REFRESHING}>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No ticket was won or lost in these hours." />}
      >
        <Column source="hour" label="Hour" />
        <Column source="symbol" label="Market" />
        <Column
          source="tickets"
          label="Tickets"
          align="right"
          render={({ tickets }) => tickets.toLocaleString('en')}
        />
        <Column
          source="outcomes"
          label="Outcomes"
          align="right"
          render={({ outcomes }) => outcomes.toLocaleString('en')}
        />
        <Column
          source="won"
          label="Won"
          align="right"
          render={({ won }) => won.toLocaleString('en')}
        />
        <Column
          source="expected"
          label="Expected"
          align="right"
          render={({ expected }) => (expected === '' ? '--' : expected)}
        />
        <Column
          source="sigma"
          label="Deviation"
          align="right"
          disableSort
          render={(row) => <Deviation row={row} />}
        />
      </DataTable>
      <Typography
        variant="caption"
        component="p"
        sx={{ p: 2, maxWidth: '90ch', color: 'text.secondary' }}
      >
        Tickets of one direction with the same two ticks are one outcome. Up and down tickets of an
        hour must have seen the same share of rises; the deviation, in standard deviations (σ), says
        how far they are from that. Beyond four either way an hour is flagged: chance does that once
        in 16,000 hours. Where all tickets went one way there is nothing to compare (--).
      </Typography>
    </OfficeList>
  );
}

function Deviation({ row: { expected, sigma, is_suspicious } }: { readonly row: WinRate }) {
  if (expected === '') return '--';
  return is_suspicious ? (
    <Chip label={`Flagged, ${signed(sigma)} σ`} color="error" />
  ) : (
    `${signed(sigma)} σ`
  );
}
