import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { NETWORK_NAMES } from './networks.ts';
import { DecimalText, Id, withExamples } from '../schema/scalars.ts';
import { DecimalOut } from '../schema/answers.ts';
import { OfficeDone, inOffice } from '../schema/office-call.ts';

/**
 * Calls about the house's own money for operators: it comes in over chains like a customer's, and
 * moves between its own accounts only.
 */
/** The wallets that the house pays from. */
export const HOUSE_WALLETS = ['spot', 'margin', 'seconds'] as const;
const Wallet = Type.Enum([...HOUSE_WALLETS]);

export const officeHouse = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/house',
  permission: 'house.read',
  summary:
    "What house, insurance, fees, rounding, the desk of conversions and the account of rebates have, and the house's own deposit addresses",
  input: Type.Object({}),
  output: Type.Object({
    accounts: Type.Array(
      Type.Object({
        owner: Type.Enum(['house', 'insurance', 'fees', 'rounding', 'convertDesk', 'rebates']),
        wallet: Type.String(),
        currency: Type.Integer(),
        currency_name: Type.String(),
        available: DecimalOut,
        is_movable: Type.Boolean({ description: 'whether it is money of the house' }),
      }),
      { description: 'those that are not empty' },
    ),
    addresses: Type.Array(
      Type.Object({
        network: Type.Enum([...NETWORK_NAMES]),
        currency_name: Type.String(),
        address: Type.String({ description: "coins that arrive here are the house's" }),
        min_deposit: Type.String({ description: 'less is not credited' }),
        confirmations: Type.Integer(),
      }),
      { description: 'one for each network whose chain is followed now' },
    ),
  }),
});

export const officeHouseMove = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/house_move',
  permission: 'house.move',
  change: { free: 'it stays with the house' },
  money: true,
  summary:
    'Moves money between wallets of the house. What open tickets could win stays in its seconds wallet',
  input: Type.Object({
    currency: withExamples(Id, [3]),
    from: Wallet,
    to: Wallet,
    amount: withExamples(DecimalText, ['100']),
  }),
  output: OfficeDone,
});

export const officeHouseInsure = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/house_insure',
  permission: 'house.move',
  change: { free: 'it goes to what pays customers, and nowhere else' },
  money: true,
  summary: "Pays from the house's spot wallet to the insurance. It does not come back",
  input: Type.Object({
    currency: withExamples(Id, [3]),
    amount: withExamples(DecimalText, ['100']),
  }),
  output: OfficeDone,
});
