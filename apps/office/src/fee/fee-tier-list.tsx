import { DataTable, EditButton, TopToolbar } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { percentOf } from '../shared/percent.ts';
import { ALL_TIERS, type FeeTierRow } from './fee-words.ts';

const REFRESHING = { refetchInterval: 15_000 };
const Column = DataTable.Col<FeeTierRow & { readonly id: number }>;

/** Tiers of the fees of spot trades, and how many customers have each now. */
export function FeeTierList() {
  const actions = (
    <TopToolbar>
      <EditButton label="Change tiers" record={{ id: ALL_TIERS }} />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Fee tiers"
      actions={actions}
      sort={{ field: 'id', order: 'ASC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        empty={<NoRows text="No tiers: each trade pays the rates of its market." />}
      >
        <Column source="id" label="Level" />
        <Column
          source="volume"
          label="Volume of 30 days, from"
          align="right"
          render={({ volume, currency_name }) => `${groupDigits(volume)} ${currency_name}`}
        />
        <Column
          source="maker_fee_bps"
          label="Maker"
          align="right"
          render={({ maker_fee_bps }) => percentOf(maker_fee_bps)}
        />
        <Column
          source="taker_fee_bps"
          label="Taker"
          align="right"
          render={({ taker_fee_bps }) => percentOf(taker_fee_bps)}
        />
        <Column source="customers" label="Customers now" align="right" />
      </DataTable>
    </OfficeList>
  );
}
