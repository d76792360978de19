import { Typography } from '@mui/material';
import { DataTable, usePermissions } from 'react-admin';
import { call } from '../http.ts';
import { FundButton } from '../shared/fund-button.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import type { DeskRow } from './convert-words.ts';

const REFRESHING = { refetchInterval: 5_000 };
const ABOUT_FUNDS =
  'The hedger keeps the desk at what it was funded with: what is put in or taken out moves that too.';
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-given, & .column-house': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-promised, & .column-funded': { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<DeskRow>;

/** Balance of the desk in each currency, beside the amount that the house put in. */
export function DeskList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  return (
    <OfficeList
      title="Convert desk"
      sort={{ field: 'currency', order: 'ASC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="The desk has no coins and no terms yet." />}
      >
        <Column source="currency_name" label="Currency" />
        {(['available', 'promised', 'funded', 'difference'] as const).map((source) => (
          <Column
            key={source}
            source={source}
            label={LABELS[source]}
            align="right"
            disableSort
            render={(row) => groupDigits(row[source])}
          />
        ))}
        <Column
          source="given"
          label="Given this hour"
          align="right"
          disableSort
          render={({ given, hour_limit }) =>
            hour_limit === ''
              ? groupDigits(given)
              : `${groupDigits(given)} of ${groupDigits(hour_limit)}`
          }
        />
        <Column
          source="house"
          label="House has"
          align="right"
          disableSort
          render={({ house }) => groupDigits(house)}
        />
        {permissions.includes('house.move') && (
          <Column source="id" label="" disableSort render={(row) => <Fund row={row} />} />
        )}
      </DataTable>
      <Typography
        variant="caption"
        component="p"
        sx={{ p: 2, maxWidth: '90ch', color: 'text.secondary' }}
      >
        Conversions make a difference between what the desk has and what it was funded with. The
        hedger undoes it by orders in the book, never further from the index than the margin. In the
        hub the difference is what conversions earned and hedges cost.
      </Typography>
    </OfficeList>
  );
}

const LABELS = {
  available: 'Available',
  promised: 'Promised',
  funded: 'Funded',
  difference: 'Difference',
} as const;

function Fund({ row }: { readonly row: DeskRow }) {
  return (
    <FundButton
      row={row}
      account="the desk"
      about={ABOUT_FUNDS}
      propose={(funding) =>
        call('POST /office/api/convert_fund', { currency: row.currency, ...funding })
      }
    />
  );
}
