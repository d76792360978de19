import type { Input } from '@meridian/contract/client/named-calls';
import SaleIcon from '@mui/icons-material/LocalOfferOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { timeOf } from '../shared/time-of.ts';
import { SaleCreate } from './sale-form.tsx';
import { SaleList } from './sale-list.tsx';

type Announced = Omit<Input<'POST /office/api/sale_announce'>, 'reason'>;

const DAY_MS = 86_400_000;
const WHOLE_BPS = 10_000;

export const salesResource: OfficeResource = {
  name: 'sales',
  permission: 'markets.write',
  options: { label: 'Token sales' },
  icon: SaleIcon,
  list: SaleList,
  create: SaleCreate,
  recordRepresentation: 'title',
  calls: {
    list: ({ signal }) => call('GET /office/api/sales', {}, { signal }),
    create: (data) => call('POST /office/api/sale_announce', saleOf(data)),
  },
};

/** Fields that the form hid are left out. */
export function saleOf(data: Fields): Announced {
  const { kind, title, about, paper, currency, paid_in, lots, target, free_bps, ...rest } =
    data as unknown as Announced;
  const { lot_number, lot_price, min_number, max_number, cap_number } = rest;
  const instalments = Number(data['instalments'] ?? 0);
  const vesting = {
    cliff_ms: timeOf(data['cliff']) ?? 0,
    instalments,
    ...(instalments > 1
      ? { instalment_ms: Math.round(Number(data['instalment_days'] ?? 0) * DAY_MS) }
      : {}),
  };
  return {
    ...{ kind, title, about: (about ?? '').replaceAll('\n', ' '), paper: paper ?? '' },
    ...{ currency: Number(currency), paid_in: Number(paid_in), lots },
    ...{ lot_number, lot_price, min_number, max_number, cap_number },
    ...(kind === 'crowd' && target !== undefined ? { target } : {}),
    opens_ms: timeOf(data['opens']) ?? 0,
    closes_ms: timeOf(data['closes']) ?? 0,
    free_bps,
    ...(free_bps === WHOLE_BPS ? {} : vesting),
  };
}
