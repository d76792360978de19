import { Box, Chip } from '@mui/material';
import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { percentOf } from '../shared/percent.ts';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { durationName, type SecondsTerms } from './seconds-words.ts';
import { OpenChip } from '../shared/open-chip.tsx';

const FILTERS = [searchFilter('Symbol or currency')];
/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-amounts, & .column-exposure_cap': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-fee_bps, & .column-durations': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<SecondsTerms>;

/** The terms of seconds contracts, by market and currency of the stake. */
export function SecondsTermsList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('contracts.write');
  const actions = (
    <TopToolbar>
      <NewButton label="New terms" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Seconds terms"
      filters={FILTERS}
      {...(mayEdit ? { actions } : {})}
      sort={{ field: 'id', order: 'ASC' }}
    >
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No seconds contracts are offered yet." />}
      >
        <Column
          source="symbol"
          label="Market"
          render={({ symbol }) => (mayEdit ? <RowLink to="edit">{symbol}</RowLink> : symbol)}
        />
        <Column source="currency_name" label="Stake in" />
        <Column
          source="is_open"
          label="State"
          render={({ is_open, is_marked }) =>
            is_marked ? (
              <OpenChip isOpen={is_open} />
            ) : (
              <Chip label="Market not marked" color="warning" />
            )
          }
        />
        <Column
          source="durations"
          label="Durations"
          disableSort
          render={({ durations }) => <Durations durations={durations} />}
        />
        <Column
          source="fee_bps"
          label="Fee"
          align="right"
          render={({ fee_bps }) => percentOf(fee_bps)}
        />
        <Column
          source="amounts"
          label="Proposed stakes"
          disableSort
          render={({ amounts }) =>
            amounts.length === 0 ? '--' : amounts.map(groupDigits).join(' · ')
          }
        />
        <Column
          source="exposure_cap"
          label="Cap"
          align="right"
          render={({ exposure_cap, currency_name }) =>
            `${groupDigits(exposure_cap)} ${currency_name}`
          }
        />
      </DataTable>
    </OfficeList>
  );
}

function Durations({ durations }: Pick<SecondsTerms, 'durations'>) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {durations.map(({ seconds, payout_bps }) => (
        <span key={seconds}>{`${durationName(seconds)} at ${percentOf(payout_bps)}`}</span>
      ))}
    </Box>
  );
}
