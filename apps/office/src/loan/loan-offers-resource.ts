import type { Input } from '@meridian/contract/client/named-calls';
import OfferIcon from '@mui/icons-material/RequestQuoteOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { LoanOfferCreate, LoanOfferEdit } from './loan-offer-form.tsx';
import { LoanOfferList } from './loan-offer-list.tsx';
import type { LoanOffer } from './loan-words.ts';

export const loanOffersResource: OfficeResource = {
  name: 'loan-offers',
  permission: 'loans.read',
  options: { label: 'Loan terms' },
  icon: OfferIcon,
  list: LoanOfferList,
  edit: LoanOfferEdit,
  create: LoanOfferCreate,
  calls: {
    list: ({ signal }) => call('GET /office/api/loan_offers', {}, { signal }),
    one: async (id, signal) => {
      const offer = (await call('GET /office/api/loan_offers', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (offer === undefined) throw new Error('This loan is not listed.');
      return offer;
    },
    create: (data) => call('POST /office/api/loan_offer_save', offerOf(data)),
    update: (id, data) =>
      call('POST /office/api/loan_offer_save', { id: Number(id), ...offerOf(data) }),
  },
};

function offerOf(data: Fields): Omit<Input<'POST /office/api/loan_offer_save'>, 'id' | 'reason'> {
  const offer = data as unknown as LoanOffer;
  return {
    market: Number(offer.market),
    product: Number(offer.product),
    min_number: offer.min_number,
    max_number: offer.max_number,
    rate_ppb: offer.rate_ppb,
    fund_bps: offer.fund_bps,
    initial_bps: offer.initial_bps,
    warn_1_bps: offer.warn_1_bps,
    warn_2_bps: offer.warn_2_bps,
    warn_3_bps: offer.warn_3_bps,
    liquidation_bps: offer.liquidation_bps,
    fee_bps: offer.fee_bps,
    bound_bps: offer.bound_bps,
    open: data['is_open'] === true ? '1' : '0',
  };
}
