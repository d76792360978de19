import type { Input, Output } from '../http.ts';

export type House = Output<'GET /office/api/house'> & { readonly id: number };
export type Account = House['accounts'][number];
export type HouseAddress = House['addresses'][number];
export type HouseWallet = Input<'POST /office/api/house_move'>['from'];

export const OWNERS: Readonly<Record<Account['owner'], string>> = { house: 'House', insurance: 'Insurance', fees: 'Fees', rounding: 'Rounding' };

/** Wallets of the house, with what each pays. */
export const HOUSE_WALLETS: readonly { readonly id: HouseWallet; readonly pays: string }[] = [
  { id: 'spot', pays: 'Payments, prizes, adjustments, costs of chains' },
  { id: 'margin', pays: 'Profits of leveraged contracts' },
  { id: 'seconds', pays: 'Tickets that are won' },
];

/** What an account is there for. */
export function purposeOf({ owner, wallet }: Pick<Account, 'owner' | 'wallet'>): string {
  if (owner === 'house') return HOUSE_WALLETS.find(({ id }) => id === wallet)?.pays ?? 'Nothing: move it away';
  if (owner === 'insurance') return 'Losses beyond what customers have, claims';
  return owner === 'fees' ? 'Collected; pays the costs of chains first' : 'Fractions of fees';
}

/** Currencies of which the house has something to move, each once. */
export function currenciesOf(accounts: readonly Account[]): { readonly id: number; readonly name: string }[] {
  const names = new Map(accounts.filter(({ is_movable }) => is_movable).map(({ currency, currency_name }) => [currency, currency_name]));
  return [...names].map(([id, name]) => ({ id, name }));
}

/** What a wallet of the house has, as the wire says it: 0 where it is not listed. */
export function fundsOf(accounts: readonly Account[], wallet: HouseWallet, currency: number): string {
  return accounts.find((account) => account.owner === 'house' && account.wallet === wallet && account.currency === currency)?.available ?? '0';
}
