import { Chip } from '@mui/material';
import { DataTable, ReferenceInput, SelectInput } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { PRIZE_STATES, type RankingRow } from './contest-words.ts';

const FILTERS = [
  <ReferenceInput
    key="contest"
    source="contest"
    reference="contests"
    sort={{ field: 'id', order: 'DESC' }}
    alwaysOn
  >
    <SelectInput optionText="name" label="Contest" emptyText="The present one" />
  </ReferenceInput>,
];
const REFRESHING = { refetchInterval: 5_000 };
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-joined_time': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-return_rate, & .column-prize': { whiteSpace: 'nowrap' },
  '& .column-equity': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-prize_state': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<RankingRow>;

/** Ranking of a season's participants; final once the season has ended. */
export function ContestRankingList() {
  return (
    <OfficeList title="Contest ranking" filters={FILTERS} queryOptions={REFRESHING}>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="Nobody takes part yet." />}
      >
        <Column source="rank" label="Rank" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ id, account }) => <a href={`#/users/${id}/show`}>{account}</a>}
        />
        <Column
          source="return_rate"
          label="Return"
          align="right"
          disableSort
          render={({ return_rate }) => `${return_rate}%`}
        />
        <Column
          source="equity"
          label="Equity"
          align="right"
          disableSort
          render={({ equity }) => `${groupDigits(equity)} PLAY`}
        />
        <Column
          source="prize"
          label="Prize"
          align="right"
          disableSort
          render={({ prize }) => (prize === '0' ? '--' : `${groupDigits(prize)} USDT`)}
        />
        <Column
          source="prize_state"
          label="Payment"
          disableSort
          render={({ prize_state: state }) =>
            state === 'none' ? '--' : <Chip {...PRIZE_STATES[state]} />
          }
        />
        <Column source="joined_time" label="Joined" disableSort />
      </DataTable>
    </OfficeList>
  );
}
