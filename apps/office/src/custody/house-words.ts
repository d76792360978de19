import type { Input, Output } from '@meridian/contract/client/named-calls';

export type House = Output<'GET /office/api/house'> & { readonly id: number };
export type Account = House['accounts'][number];
export type HouseAddress = House['addresses'][number];
export type HouseWallet = Input<'POST /office/api/house_move'>['from'];

/** Wallets that the house pays from. */
export const HOUSE_WALLETS: readonly HouseWallet[] = ['spot', 'margin', 'seconds'];

/** One account, in all its currencies. */
export interface Place {
  readonly owner: Account['owner'];
  readonly wallet: string;
  readonly name: string;
  readonly purpose: string;
}

/** In the order of the page. */
export const PLACES: readonly Place[] = [
  {
    owner: 'house',
    wallet: 'spot',
    name: 'House, spot',
    purpose:
      'Pays payments through the gateway, prizes, adjustments, and costs of chains that fees do not cover. Deposits arrive here.',
  },
  {
    owner: 'house',
    wallet: 'margin',
    name: 'House, contracts',
    purpose: 'Pays profits of leveraged contracts, gets the losses.',
  },
  {
    owner: 'house',
    wallet: 'seconds',
    name: 'House, seconds',
    purpose:
      'Pays tickets that are won, gets the stakes of those that are lost. No ticket opens that it could not pay.',
  },
  {
    owner: 'insurance',
    wallet: 'spot',
    name: 'Insurance',
    purpose:
      'Pays losses beyond what customers have, deposits that were taken back and spent, profits that the house cannot pay. Claims that are owed come first.',
  },
  {
    owner: 'insurance',
    wallet: 'seconds',
    name: 'Claim reserve',
    purpose: 'What running insurances could claim in a day. It pays claims and nothing else.',
  },
  {
    owner: 'fees',
    wallet: 'spot',
    name: 'Fees',
    purpose: 'What customers have paid in fees. Pays the costs of chains.',
  },
  {
    owner: 'convertDesk',
    wallet: 'spot',
    name: 'Convert desk',
    purpose: 'The other side of conversions, with the coins that the house gave it.',
  },
  {
    owner: 'rebates',
    wallet: 'spot',
    name: 'Invitation rebates',
    purpose: 'Pays inviters their shares of fees, and nothing else.',
  },
  { owner: 'rounding', wallet: 'spot', name: 'Rounding', purpose: 'Fractions of fees.' },
];

/**
 * The accounts by place. Accounts that pay are shown when empty, accounts that only collect are
 * not.
 */
export function placesOf(
  accounts: readonly Account[],
): { readonly place: Place; readonly accounts: readonly Account[] }[] {
  const found = PLACES.map((place) => ({
    place,
    accounts: accounts.filter(
      ({ owner, wallet }) => owner === place.owner && wallet === place.wallet,
    ),
  }));
  return found.filter(
    ({ place, accounts: own }) =>
      own.length > 0 || place.owner === 'house' || place.owner === 'insurance',
  );
}

/** Currencies in which the house has movable funds, without duplicates. */
export function currenciesOf(
  accounts: readonly Account[],
): { readonly id: number; readonly name: string }[] {
  const names = new Map(
    accounts
      .filter(({ is_movable }) => is_movable)
      .map(({ currency, currency_name }) => [currency, currency_name]),
  );
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Balance of a wallet of the house as a wire decimal; 0 if it is not listed. */
export function fundsOf(
  accounts: readonly Account[],
  wallet: HouseWallet,
  currency: number,
): string {
  return (
    accounts.find(
      (account) =>
        account.owner === 'house' && account.wallet === wallet && account.currency === currency,
    )?.available ?? '0'
  );
}
