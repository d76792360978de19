import { Chip } from '@mui/material';
import { DataTable, EditButton, TopToolbar, usePermissions } from 'react-admin';
import { call } from '../http.ts';
import { FundButton } from '../shared/fund-button.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { percentOf } from '../shared/percent.ts';
import { ALL_RATES, type FundsRow, type LineRow, type RatesRow } from './rebate-words.ts';

const REFRESHING = { refetchInterval: 15_000 };
const ABOUT_FUNDS =
  'Shares of fees are paid from this account. Payers whose shares are more than it has wait until it has enough. Fees in coins without a fresh index wait for a week.';
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-time, & .column-rate_bps': { display: { xs: 'none', md: 'table-cell' } },
};
const NARROW_FUNDS = { '& .column-house': { display: { xs: 'none', sm: 'table-cell' } } };
const RatesColumn = DataTable.Col<RatesRow>;
const FundsColumn = DataTable.Col<FundsRow>;
const LineColumn = DataTable.Col<LineRow>;

/** The rates of today and of tomorrow. */
export function RebateRatesList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const actions = (
    <TopToolbar>
      <EditButton label="Change rates" record={{ id: ALL_RATES }} />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Rebate rates"
      {...(permissions.includes('markets.write') ? { actions } : {})}
      sort={{ field: 'id', order: 'ASC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        empty={<NoRows text="No rates yet: no fee is shared." />}
      >
        <RatesColumn
          source="is_present"
          label="State"
          disableSort
          render={({ is_present }) => (
            <Chip
              label={is_present ? 'Today' : 'Next day'}
              color={is_present ? 'success' : 'default'}
              variant="outlined"
            />
          )}
        />
        <RatesColumn source="from_time" label="From" disableSort />
        <RatesColumn source="currency_name" label="Paid in" disableSort />
        {([1, 2, 3] as const).map((level) => (
          <RatesColumn
            key={level}
            source={`level_${level}`}
            label={`Level ${level}`}
            align="right"
            disableSort
            render={({ rates_bps }) => percentOf(rates_bps[level - 1] ?? 0)}
          />
        ))}
      </DataTable>
    </OfficeList>
  );
}

/** The balances of the account that pays rebates. */
export function RebateFundsList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  return (
    <OfficeList
      title="Rebate funds"
      sort={{ field: 'currency', order: 'ASC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW_FUNDS}
        empty={<NoRows text="There are no rates and no funds yet." />}
      >
        <FundsColumn source="currency_name" label="Currency" disableSort />
        <FundsColumn
          source="available"
          label="Rebates have"
          align="right"
          disableSort
          render={({ available }) => groupDigits(available)}
        />
        <FundsColumn
          source="house"
          label="House has"
          align="right"
          disableSort
          render={({ house }) => groupDigits(house)}
        />
        <FundsColumn source="waits" label="Days that wait" disableSort />
        {permissions.includes('house.move') && (
          <FundsColumn
            source="id"
            label=""
            disableSort
            render={(row) => (
              <FundButton
                row={row}
                account="the rebates"
                about={ABOUT_FUNDS}
                propose={(funding) =>
                  call('POST /office/api/rebate_fund', { currency: row.currency, ...funding })
                }
              />
            )}
          />
        )}
      </DataTable>
    </OfficeList>
  );
}

/** Each share that was paid. */
export function RebateLineList() {
  return (
    <OfficeList title="Rebates paid" queryOptions={REFRESHING}>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="Nothing has been paid yet." />}
      >
        <LineColumn source="id" label="Line" disableSort />
        <LineColumn source="time" label="Paid" disableSort />
        <LineColumn source="day" label="Day (UTC)" disableSort />
        <LineColumn source="payer_account" label="Paid the fees" disableSort />
        <LineColumn source="account" label="Got the share" disableSort />
        <LineColumn source="level" label="Level" align="right" disableSort />
        <LineColumn
          source="fees"
          label="Fees"
          align="right"
          disableSort
          render={({ fees, currency_name }) => `${groupDigits(fees)} ${currency_name}`}
        />
        <LineColumn
          source="rate_bps"
          label="Rate"
          align="right"
          disableSort
          render={({ rate_bps }) => percentOf(rate_bps)}
        />
        <LineColumn
          source="number"
          label="Share"
          align="right"
          disableSort
          render={({ number, currency_name }) => `${groupDigits(number)} ${currency_name}`}
        />
      </DataTable>
    </OfficeList>
  );
}
