import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { OpenChip } from '../shared/open-chip.tsx';
import { percentOf } from '../shared/percent.ts';
import { RowLink } from '../shared/row-link.tsx';
import { FIAT, type P2pTerms } from './p2p-words.ts';

/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-band_bps, & .column-two_operators_from': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-symbol, & .column-merchant_bond': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<P2pTerms>;

/** The coins of the marketplace with their terms. */
export function P2pTermsList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('p2p.act');
  const actions = (
    <TopToolbar>
      <NewButton label="New P2P terms" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="P2P terms"
      {...(mayEdit ? { actions } : {})}
      sort={{ field: 'id', order: 'ASC' }}
    >
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No coin is in the marketplace yet." />}
      >
        <Column
          source="currency_name"
          label="Coin"
          render={({ currency_name }) =>
            mayEdit ? <RowLink to="edit">{currency_name}</RowLink> : currency_name
          }
        />
        <Column
          source="is_open"
          label="State"
          render={({ is_open }) => <OpenChip isOpen={is_open} />}
        />
        <Column
          source="symbol"
          label="Priced by"
          render={({ symbol }) => (symbol === '' ? 'Price of payments' : `Index of ${symbol}`)}
        />
        <Column
          source="max_money"
          label="One deal"
          align="right"
          render={({ min_money, max_money }) =>
            `${groupDigits(min_money)} to ${groupDigits(max_money)} ${FIAT}`
          }
        />
        <Column
          source="band_bps"
          label="Price band"
          align="right"
          render={({ band_bps }) => (band_bps === 0 ? 'None' : percentOf(band_bps))}
        />
        <Column
          source="two_operators_from"
          label="Two operators from"
          align="right"
          render={({ two_operators_from }) => `${groupDigits(two_operators_from)} ${FIAT}`}
        />
        <Column
          source="merchant_bond"
          label="Bond"
          align="right"
          render={({ merchant_bond, currency_name }) =>
            merchant_bond === '0' ? '--' : `${groupDigits(merchant_bond)} ${currency_name}`
          }
        />
      </DataTable>
    </OfficeList>
  );
}
