import CurrencyIcon from '@mui/icons-material/TollOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { CurrencyList } from './currency-list.tsx';

export const currenciesResource: OfficeResource = {
  name: 'currencies',
  permission: 'markets.write',
  options: { label: 'Currencies' },
  icon: CurrencyIcon,
  list: CurrencyList,
  recordRepresentation: 'code',
  calls: {
    list: ({ signal }) => call('GET /office/api/currencies', {}, { signal }),
    one: async (id, signal) => {
      const currency = (await call('GET /office/api/currencies', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (currency === undefined) throw new Error('This currency is not listed.');
      return currency;
    },
  },
};
