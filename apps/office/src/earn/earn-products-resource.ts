import type { Input } from '@meridian/contract/client/named-calls';
import ProductIcon from '@mui/icons-material/SavingsOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { EarnProductCreate, EarnProductEdit } from './earn-product-form.tsx';
import { EarnProductList } from './earn-product-list.tsx';

type Saved = Input<'POST /office/api/earn_product_save'>;

export const earnProductsResource: OfficeResource = {
  name: 'earn-products',
  permission: 'contracts.read',
  options: { label: 'Earning products' },
  icon: ProductIcon,
  list: EarnProductList,
  edit: EarnProductEdit,
  create: EarnProductCreate,
  calls: {
    list: ({ signal }) => call('GET /office/api/earn_products', {}, { signal }),
    one: async (id, signal) => {
      const product = (await call('GET /office/api/earn_products', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (product === undefined) throw new Error('This product is not listed.');
      return product;
    },
    create: (data) => call('POST /office/api/earn_product_save', productOf(data)),
    update: (id, data) =>
      call('POST /office/api/earn_product_save', { id: Number(id), ...productOf(data) }),
  },
};

function productOf(data: Fields): Omit<Saved, 'id'> {
  const { kind, currency, rate_ppb, days, min, max, capacity, day_quota, lend_bps } =
    data as unknown as Omit<Saved, 'id' | 'open'>;
  const keep = data['early_keep_bps'];
  return {
    kind,
    currency: Number(currency),
    rate_ppb,
    days,
    min,
    max,
    capacity,
    day_quota,
    lend_bps: lend_bps ?? 0,
    // An empty field: no early exit.
    ...(keep === undefined || keep === null || keep === '' ? {} : { early_keep_bps: Number(keep) }),
    open: data['is_open'] === true ? '1' : '0',
  };
}
