import type { Input, Output } from '@meridian/contract/client/named-calls';

export type LinkKind = Input<'POST /office/api/own_customer_declare'>['kind'];
export type OwnLink = Output<'GET /office/api/own_customers'>[number];

/** The identifiers of a customer. */
export const LINK_KINDS: Readonly<Record<LinkKind, string>> = {
  user: 'Customer number',
  email: 'Mail address',
  mobile: 'Phone number',
};
