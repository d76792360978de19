import CheckIcon from '@mui/icons-material/Check';
import { Chip } from '@mui/material';
import { DataTable, TopToolbar } from 'react-admin';
import { NewButton } from '../shared/new-button.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { percentOf } from '../shared/percent.ts';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { MARKET_STATUSES } from './market-status.ts';
import type { Market } from './market-translate.ts';

const FILTERS = [searchFilter('Symbol')];
/** Columns that a narrow screen hides; the market's form shows them. */
const NARROW = {
  '& .column-id, & .column-tick_size, & .column-lot_size, & .column-min_total, & .column-band_bps, & .column-is_display, & .column-hasSeconds':
    { display: { xs: 'none', lg: 'table-cell' } },
};
const Column = DataTable.Col<Market>;

export function MarketList() {
  const actions = (
    <TopToolbar>
      <NewButton label="New market" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Markets"
      filters={FILTERS}
      actions={actions}
      sort={{ field: 'id', order: 'ASC' }}
    >
      <DataTable rowClick="edit" bulkActionButtons={false} sx={NARROW}>
        <Column source="id" label="Id" />
        <Column
          source="symbol"
          label="Symbol"
          render={({ symbol }) => <RowLink to="edit">{symbol}</RowLink>}
        />
        <Column
          source="status"
          label="State"
          render={({ status }) => <StatusChip status={status} />}
        />
        <Column
          source="taker_fee_bps"
          label="Maker / taker"
          align="right"
          render={({ maker_fee_bps, taker_fee_bps }) =>
            `${percentOf(maker_fee_bps)} / ${percentOf(taker_fee_bps)}`
          }
        />
        <Column source="tick_size" label="Tick" align="right" />
        <Column source="lot_size" label="Lot" align="right" />
        <Column source="min_total" label="Least order" align="right" />
        <Column
          source="band_bps"
          label="Price band"
          align="right"
          render={({ band_bps }) => (band_bps === 0 ? 'None' : `± ${percentOf(band_bps)}`)}
        />
        <Column
          source="is_display"
          label="Shown"
          align="center"
          render={({ is_display }) => <Flag isSet={is_display} />}
        />
        <Column
          source="hasSeconds"
          label="Seconds"
          align="center"
          render={({ hasSeconds }) => <Flag isSet={hasSeconds} />}
        />
      </DataTable>
    </OfficeList>
  );
}

function StatusChip({ status }: { readonly status: string }) {
  const known = MARKET_STATUSES.find(({ id }) => id === status);
  return <Chip label={known?.name ?? status} color={known?.color ?? 'default'} />;
}

function Flag({ isSet }: { readonly isSet: boolean }) {
  return isSet ? (
    <CheckIcon titleAccess="Yes" fontSize="small" color="success" />
  ) : (
    <span aria-label="No">–</span>
  );
}
