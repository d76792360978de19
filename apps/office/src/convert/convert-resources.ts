import ConversionsIcon from '@mui/icons-material/SwapHorizOutlined';
import DeskIcon from '@mui/icons-material/StorefrontOutlined';
import HedgesIcon from '@mui/icons-material/BalanceOutlined';
import QuotesIcon from '@mui/icons-material/TimerOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { ConversionList, OpenQuoteList } from './conversion-list.tsx';
import { DeskList } from './desk-list.tsx';
import { HedgeList } from './hedge-list.tsx';

/** Balances of the convert desk, beside the amounts that it was funded with. */
export const convertDeskResource: OfficeResource = {
  name: 'convert-desk',
  permission: 'convert.read',
  options: { label: 'Convert desk' },
  icon: DeskIcon,
  list: DeskList,
  calls: {
    list: async ({ signal }) =>
      (await call('GET /office/api/convert_desk', {}, { signal })).map((row) => ({
        ...row,
        id: row.currency,
      })),
  },
};

export const conversionsResource: OfficeResource = {
  name: 'conversions',
  permission: 'convert.read',
  options: { label: 'Conversions' },
  icon: ConversionsIcon,
  list: ConversionList,
  calls: {
    list: ({ page, filter: { q = '' }, signal }) =>
      call('GET /office/api/conversions', { page, q }, { signal }),
  },
};

export const convertQuotesResource: OfficeResource = {
  name: 'convert-quotes',
  permission: 'convert.read',
  options: { label: 'Open quotes' },
  icon: QuotesIcon,
  list: OpenQuoteList,
  calls: { list: ({ signal }) => call('GET /office/api/convert_quotes', {}, { signal }) },
};

export const convertHedgesResource: OfficeResource = {
  name: 'convert-hedges',
  permission: 'convert.read',
  options: { label: 'Hedges' },
  icon: HedgesIcon,
  list: HedgeList,
  calls: {
    list: ({ page, signal }) => call('GET /office/api/convert_hedges', { page }, { signal }),
  },
};
