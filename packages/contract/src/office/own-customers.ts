import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, ProposalReason, Text } from '../schema/scalars.ts';
import { inOffice } from '../schema/office-call.ts';

/**
 * Customers who are operators themselves, or close to one: an operator may not decide on their own.
 */

/** Identifiers of a customer: their number, a mail address, a phone number. */
export const LINK_KINDS = ['user', 'email', 'mobile'] as const;
const link = {
  kind: Type.Enum([...LINK_KINDS]),
  value: Text(120, 'number of the customer, mail address or phone number'),
};

const linkRow = {
  ...link,
  created_time: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
};

export const officeOwnCustomers = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/own_customers',
  permission: 'any',
  summary: 'Customers whom the caller has declared to be, or to be close to',
  input: Type.Object({}),
  output: Type.Array(Type.Object(linkRow)),
});

export const officeOwnCustomerDeclare = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/own_customer_declare',
  permission: 'any',
  change: { free: 'it takes decisions away from who makes it' },
  summary:
    'Declares a customer to be oneself, or close to oneself: the caller decides on nothing of theirs from then on. Only two operators take it back',
  input: Type.Object(link),
  output: Type.String({ description: 'text for the operator' }),
});

export const officeOperatorCustomers = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/operator_customers',
  permission: 'operators.write',
  summary: 'Customers whom an operator is, or is close to, whoever said so',
  input: Type.Object({ operator: Id }),
  output: Type.Array(
    Type.Object({
      ...linkRow,
      declared_by: Type.String({ description: 'account of the operator who said so' }),
    }),
  ),
});

export const officeOperatorCustomerSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/operator_customer_save',
  permission: 'operators.write',
  decides: true,
  change: 'proposal',
  summary: 'Says of another operator which customer they are or are close to, or takes it back',
  input: Type.Object({
    reason: ProposalReason,
    operator: Id,
    ...link,
    linked: Type.Enum(['0', '1']),
  }),
  output: Type.String({ description: 'text for the operator' }),
});
