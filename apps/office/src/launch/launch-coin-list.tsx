import { Chip } from '@mui/material';
import { DataTable, TopToolbar } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { RowLink } from '../shared/row-link.tsx';
import type { LaunchCoin } from './launch-words.ts';

/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-start_price, & .column-end_time': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-index, & .column-issued, & .column-start_time': {
    display: { xs: 'none', md: 'table-cell' },
  },
};
const REFRESHING = { refetchInterval: 15_000 };
const Column = DataTable.Col<LaunchCoin>;

/** Coins that are introduced, with their plan. */
export function LaunchCoinList() {
  const actions = (
    <TopToolbar>
      <NewButton label="New coin" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="New coins"
      actions={actions}
      sort={{ field: 'index', order: 'ASC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick="edit"
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No coin is announced yet." />}
      >
        <Column source="index" label="Place" />
        <Column
          source="name"
          label="Coin"
          render={({ name, currency_name }) => (
            <RowLink to="edit">
              {currency_name === '' ? name : `${name} (${currency_name})`}
            </RowLink>
          )}
        />
        <Column
          source="is_shown"
          label="State"
          render={({ is_shown, has_begun }) => (
            <Chip
              label={is_shown ? (has_begun ? 'Begun' : 'Announced') : 'Hidden'}
              color={is_shown ? 'success' : 'default'}
              size="small"
            />
          )}
        />
        <Column
          source="planned"
          label="Planned"
          align="right"
          render={({ planned }) => groupDigits(planned)}
        />
        <Column
          source="issued"
          label="Issued"
          align="right"
          render={({ issued }) => groupDigits(issued)}
        />
        <Column
          source="start_price"
          label="Start price"
          align="right"
          render={({ start_price }) => `${groupDigits(start_price)} USDT`}
        />
        <Column source="start_time" label="From" />
        <Column source="end_time" label="To" />
      </DataTable>
    </OfficeList>
  );
}
