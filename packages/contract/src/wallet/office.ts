import { Type } from 'typebox';
import { ADJUSTMENT_STATES } from './adjustment-states.ts';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, Page, Text } from '../schema/scalars.ts';
import { TimeOut, listOf } from '../schema/answers.ts';
import { OfficeDone, inOffice } from '../schema/office-call.ts';

const adjustmentRow = {
  id: Type.Integer(),
  user: Type.Integer(),
  account: Type.String(),
  wallet: Type.String(),
  currency_name: Type.String(),
  amount: Type.String(),
  reason: Type.String(),
  state: Type.Enum([...ADJUSTMENT_STATES]),
  proposed_by: Type.String(),
  proposed_time: TimeOut,
  decided_by: Type.String(),
  decided_time: TimeOut,
};
export const officeAdjustments = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/adjustments',
  permission: 'users.read',
  summary: 'Adjustments of balances, newest first',
  input: Type.Object({
    page: Type.Optional(Page),
    state: Type.Optional(Type.Enum([...ADJUSTMENT_STATES])),
  }),
  output: listOf(adjustmentRow),
});
export const officeAdjustmentPropose = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/adjustment_propose',
  permission: 'adjustments.propose',
  change: { free: 'another operator decides it' },
  summary: "Proposes to pay a customer from the house's account",
  input: Type.Object({
    user: Id,
    wallet: Type.Enum(['spot', 'margin', 'seconds', 'p2p']),
    currency: Id,
    amount: DecimalText,
    reason: Text(300),
  }),
  output: Type.Object({ id: Type.Integer() }),
});
export const officeAdjustmentDecide = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/adjustment_decide',
  permission: 'adjustments.approve',
  decides: true,
  change: 'decision',
  summary: 'Approves or rejects it. Never who proposed it',
  input: Type.Object({ id: Id, approved: Type.Enum(['0', '1']) }),
  output: OfficeDone,
});
