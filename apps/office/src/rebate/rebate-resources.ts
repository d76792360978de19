import FundsIcon from '@mui/icons-material/SavingsOutlined';
import LinesIcon from '@mui/icons-material/RedeemOutlined';
import RatesIcon from '@mui/icons-material/GroupAddOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { RebateFundsList, RebateLineList, RebateRatesList } from './rebate-lists.tsx';
import { RebateRatesEdit } from './rebate-rates-form.tsx';
import { ALL_RATES } from './rebate-words.ts';

export const rebateRatesResource: OfficeResource = {
  name: 'rebate-rates',
  permission: 'house.read',
  options: { label: 'Rebate rates' },
  icon: RatesIcon,
  list: RebateRatesList,
  edit: RebateRatesEdit,
  calls: {
    list: async ({ signal }) => {
      const { rates } = await call('GET /office/api/rebates', {}, { signal });
      return rates.map((row, index) => ({ ...row, id: index + 1 }));
    },
    one: async (_id, signal) => {
      const { rates } = await call('GET /office/api/rebates', {}, { signal });
      const last = rates.at(-1);
      const [one = 0, two = 0, three = 0] = last?.rates_bps ?? [];
      return {
        id: ALL_RATES,
        currency: last?.currency ?? null,
        ...{ level_1_bps: one, level_2_bps: two, level_3_bps: three },
      };
    },
    update: (_id, data) => call('POST /office/api/rebate_rates', ratesOf(data)),
  },
};

export const rebateFundsResource: OfficeResource = {
  name: 'rebate-funds',
  permission: 'house.read',
  options: { label: 'Rebate funds' },
  icon: FundsIcon,
  list: RebateFundsList,
  calls: {
    list: async ({ signal }) => {
      const { funds, days_due: due } = await call('GET /office/api/rebates', {}, { signal });
      return funds.map((row) => ({ ...row, id: row.currency, waits: due.join(', ') }));
    },
  },
};

export const rebateLinesResource: OfficeResource = {
  name: 'rebate-lines',
  permission: 'house.read',
  options: { label: 'Rebates paid' },
  icon: LinesIcon,
  list: RebateLineList,
  calls: {
    list: ({ page, signal }) => call('GET /office/api/rebate_lines', { page }, { signal }),
  },
};

function ratesOf(data: Fields) {
  return {
    currency: Number(data['currency']),
    level_1_bps: Number(data['level_1_bps']),
    level_2_bps: Number(data['level_2_bps']),
    level_3_bps: Number(data['level_3_bps']),
  };
}
