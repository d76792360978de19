import {
  addAddress,
  addresses,
  cancelWithdrawal,
  chargeRequest,
  checkAddress,
  claims,
  confirmBegin,
  deleteAddress,
  depositAddress,
  setWhitelist,
  testDeposit,
  withdraw,
  withdrawInfo,
  withdrawals,
} from '@meridian/contract/custody/calls';
import { officeHouseInsure, officeHouseMove } from '@meridian/contract/custody/house';
import {
  officeClaimDecide,
  officeColdAddressSave,
  officeColdMove,
  officeNetworkSave,
  officeNetworks,
  officePause,
  officeWithdrawalAgree,
  officeWithdrawalDecide,
  officeWithdrawalLost,
  officeWithdrawalTerms,
} from '@meridian/contract/custody/office';
import { ROLE_NAMES } from '@meridian/contract/office/permissions';
import type { CallInput } from '@meridian/contract/schema/call';
import { networkId } from '../../../src/modules/custody/chain-networks.ts';
import { asNewcomer, asOwner, asTrader, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

/** Belongs to no customer. It has no letters, so its checksum is right. */
const OUTSIDE = `0x${'42'.repeat(20)}`;
const WITHDRAWAL = { currency: 3, number: '50', address: OUTSIDE, type: 'erc20' } as const;

/** Good calls about deposits, withdrawals and the house. */
export const CUSTODY_RECIPES: Recipes = [
  [depositAddress, asNewcomer(() => ({ currency: '3' }))],
  [withdrawInfo, asNewcomer(() => ({ currency: '3' }))],
  [
    checkAddress,
    asNewcomer(() => ({
      currency: '3',
      type: 'erc20',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    })),
  ],
  [confirmBegin, asTrader(() => ({ ...WITHDRAWAL, currency: '3' }))],
  [
    withdraw,
    asTrader(async (customer) => ({ ...(await confirmedWithdrawal(customer)), currency: '3' })),
  ],
  [cancelWithdrawal, asTrader(async (customer) => ({ id: await withdrawal(customer) }))],
  [addAddress, asNewcomer(() => ({ currency_id: '3', address: OUTSIDE, type: 'erc20' }))],
  [deleteAddress, asNewcomer(async (customer) => ({ address_id: await bookedAddress(customer) }))],
  [
    setWhitelist,
    asNewcomer(
      async (customer) => (await customer.ask(setWhitelist, { enabled: '1' }), { enabled: '0' }),
    ),
  ],
  [
    chargeRequest,
    asNewcomer(async (customer) => ({
      amount: '500',
      currency: '3',
      pic: await customer.upload(),
    })),
  ],
  [testDeposit, asNewcomer(() => ({ currency: '3' }))],
  [
    officeWithdrawalDecide,
    asOwner(async (scene) => {
      const customer = await scene.newcomer();
      await customer.fund();
      return { id: await withdrawal(customer), approved: '1' };
    }),
  ],
  [
    officeWithdrawalTerms,
    asOwner(async (scene) => {
      const customer = await scene.newcomer();
      await customer.fund();
      return { id: await withdrawal(customer) };
    }),
  ],
  // The signer of the checks trusts the fields of a signature.
  [
    officeWithdrawalAgree,
    asOwner(async (scene) => {
      const customer = await scene.newcomer();
      await customer.fund();
      return {
        id: await withdrawal(customer),
        assertion: JSON.stringify({
          id: 'device',
          operators: [
            ...ROLE_NAMES.map((role) => `${role}@office.example`),
            'second-approver@office.example',
          ],
        }),
        expires_at: '4000000000000',
      };
    }),
  ],
  [
    officeWithdrawalLost,
    asOwner(async (scene) => ({
      id: await lostWithdrawal(scene),
      hash: '0xother',
      reason: 'The signer was restored from an old copy.',
    })),
  ],
  [officeClaimDecide, asOwner(async (scene) => ({ id: await depositClaim(scene), approved: '1' }))],
  [officeHouseMove, asOwner(() => ({ currency: '3', from: 'spot', to: 'margin', amount: '1' }))],
  [officeHouseInsure, asOwner(() => ({ currency: '3', amount: '1' }))],
  [
    officeColdMove,
    asOwner(() => ({
      network: 'erc20',
      amount: '1',
      direction: 'to_cold',
      hash: crypto.randomUUID(),
      height: '1',
    })),
  ],
  [officeColdAddressSave, asOwner(() => ({ network: 'erc20', address: OUTSIDE, registered: '1' }))],
  // A currency that no other check withdraws.
  [officePause, asOwner(() => ({ currency: '10', paused: '0', reason: 'The node is back.' }))],
  [
    officeNetworkSave,
    asOwner(async (scene) => {
      const [network] = await scene.operator('owner').ask(officeNetworks, {});
      const terms = Object.entries(network ?? {}).filter(([name]) =>
        Object.hasOwn(officeNetworkSave.input.properties, name),
      );
      return {
        ...Object.fromEntries(terms.map(([name, value]) => [name, String(value)])),
        deposit_open: '1',
        withdraw_open: '1',
      };
    }),
  ],
];

/** The fields of a withdrawal by a customer without a second factor, with the code of the mail. */
export async function confirmedWithdrawal(customer: Customer): Promise<CallInput<typeof withdraw>> {
  const { ticket } = await customer.ask(confirmBegin, WITHDRAWAL);
  return { ...WITHDRAWAL, ticket, value: await customer.scene.codeFor(customer.account) };
}

/** A withdrawal that waits for an operator, since address and device are new. */
export async function withdrawal(customer: Customer): Promise<string> {
  await customer.ask(withdraw, await confirmedWithdrawal(customer));
  return String((await customer.ask(withdrawals, {})).list[0]?.id);
}

export async function bookedAddress(customer: Customer): Promise<string> {
  await customer.ask(addAddress, { currency_id: 3, address: OUTSIDE, type: 'erc20' });
  return String((await customer.ask(addresses, {}))[0]?.id);
}

/** A claim of a new customer for a transaction that the watcher has seen, in no block yet. */
async function depositClaim(scene: Scene): Promise<string> {
  const customer = await scene.newcomer();
  const hash = `0x${crypto.randomUUID()}`;
  const seen = {
    network: networkId('erc20'),
    chain: 'ethereum',
    transaction: hash,
    output: 1n,
    user_id: BigInt(customer.user),
    address: OUTSIDE,
    amount: 1n,
    chain_amount: 1n,
    height: 0n,
    status: 'pending',
    note: '',
    seen_at: new Date(),
  } as const;
  await scene.exchange.queries.insertInto('seen_deposits').values(seen).execute();
  await customer.ask(chargeRequest, { amount: '500', currency: 3, hash });
  return String((await customer.ask(claims, {})).list[0]?.id);
}

/** A sent withdrawal whose place another transaction took. */
export async function lostWithdrawal(scene: Scene): Promise<string> {
  const customer = await scene.newcomer();
  await customer.fund();
  const id = Number(await withdrawal(customer));
  await scene.exchange.submit({ kind: 'custody.approve', withdrawal: id, operator: 1 });
  await scene.exchange.submit({ kind: 'custody.sign', withdrawal: id });
  const signed = JSON.stringify({ chain: 'ethereum', txid: `lost-${id}`, raw: '0x' });
  const unsigned = JSON.stringify({
    chain: 'ethereum',
    from: '0x',
    key: { branch: 'ethereum', account: 0, index: 0 },
    nonce: 0,
    transaction: '0x',
  });
  const sent = { status: 'broadcast', signed, unsigned } as const;
  const row = {
    kind: 'withdrawal',
    withdrawal: BigInt(id),
    chain: 'ethereum',
    asset: 'USDT.erc20',
    address: OUTSIDE,
    amount: 1n,
    source: '',
    created_at: new Date(),
    updated_at: new Date(),
    ...sent,
  } as const;
  await scene.exchange.queries
    .insertInto('chain_transfers')
    .values(row)
    .onConflict((conflict) => conflict.column('withdrawal').doUpdateSet(sent))
    .execute();
  return String(id);
}
