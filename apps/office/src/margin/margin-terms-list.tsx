import { Chip } from '@mui/material';
import { DataTable, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { percentOf } from '../shared/percent.ts';
import { PlayMark } from '../shared/play-mark.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import type { MarginTerms } from './margin-words.ts';
import { OpenChip } from '../shared/open-chip.tsx';

const FILTERS = [searchFilter('Symbol')];
/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-lot_size, & .column-max_lots, & .column-overnight_bps, & .column-exposure_cap': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-spread_bps, & .column-fee_bps, & .column-maintenance_percent': {
    display: { xs: 'none', sm: 'table-cell' },
  },
};
/** One line, where the width allows. */
const ONE_LINE = () => ({ whiteSpace: { lg: 'nowrap' } }) as const;
const Column = DataTable.Col<MarginTerms>;

/** The terms of leveraged contracts, by market. */
export function MarginTermsList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('contracts.write');
  return (
    <OfficeList title="Leverage terms" filters={FILTERS} sort={{ field: 'id', order: 'ASC' }}>
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No market is listed." />}
      >
        <Column
          source="symbol"
          label="Market"
          render={(terms) => <MarketOf terms={terms} mayEdit={mayEdit} />}
        />
        <Column source="is_open" label="State" render={(terms) => <StateOf terms={terms} />} />
        <Column
          source="leverages"
          label="Leverages"
          disableSort
          cellSx={ONE_LINE}
          render={(terms) => shown(terms, terms.leverages.map((times) => `${times}x`).join(' '))}
        />
        <Column
          source="lot_size"
          label="Lot"
          align="right"
          cellSx={ONE_LINE}
          render={(terms) => shown(terms, `${terms.lot_size} ${terms.base_name}`)}
        />
        <Column
          source="max_lots"
          label="Lots of an order"
          align="right"
          render={(terms) =>
            shown(
              terms,
              `${terms.min_lots.toLocaleString('en')} to ${terms.max_lots.toLocaleString('en')}`,
            )
          }
        />
        <RateColumn source="spread_bps" label="Spread" />
        <RateColumn source="fee_bps" label="Fee" />
        <RateColumn source="overnight_bps" label="Overnight" />
        <Column
          source="maintenance_percent"
          label="Maintenance"
          align="right"
          render={(terms) => shown(terms, `${terms.maintenance_percent}%`)}
        />
        <Column
          source="exposure_cap"
          label="Cap of each side"
          align="right"
          render={(terms) => shown(terms, `${groupDigits(terms.exposure_cap)} ${terms.quote_name}`)}
        />
      </DataTable>
    </OfficeList>
  );
}

function MarketOf({
  terms: { symbol, quote_name },
  mayEdit,
}: {
  readonly terms: MarginTerms;
  readonly mayEdit: boolean;
}) {
  return (
    <>
      {mayEdit ? <RowLink to="edit">{symbol}</RowLink> : symbol}
      <PlayMark currency={quote_name} />
    </>
  );
}

function StateOf({ terms: { is_offered, is_open } }: { readonly terms: MarginTerms }) {
  return is_offered ? (
    <OpenChip isOpen={is_open} />
  ) : (
    <Chip label="Not offered" variant="outlined" />
  );
}

interface RateColumnProps {
  readonly source: 'spread_bps' | 'fee_bps' | 'overnight_bps';
  readonly label: string;
}

function RateColumn({ source, label }: RateColumnProps) {
  return (
    <Column
      source={source}
      label={label}
      align="right"
      render={(terms) => shown(terms, percentOf(terms[source]))}
    />
  );
}

function shown({ is_offered }: MarginTerms, text: string): string {
  return is_offered ? text : '--';
}
