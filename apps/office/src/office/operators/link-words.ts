import type { Input, Output } from '../../http.ts';

export type LinkKind = Input<'POST /office/api/own_customer_declare'>['kind'];
export type OwnLink = Output<'GET /office/api/own_customers'>[number];

/** By what a customer is named. */
export const LINK_KINDS: Readonly<Record<LinkKind, string>> = {
  user: 'Customer number',
  email: 'Mail address',
  mobile: 'Phone number',
};
