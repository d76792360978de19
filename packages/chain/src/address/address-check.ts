/**
 * Why a text is no address on a network. `malformed`: of no known form. `checksum`: of a known
 * form, with a wrong letter. `wrong_network`: valid on another network.
 */
export type AddressProblem = 'malformed' | 'checksum' | 'wrong_network';

export type AddressCheck =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: AddressProblem };

export const accepted = (address: string): AddressCheck => ({ ok: true, address });
export const refused = (problem: AddressProblem): AddressCheck => ({ ok: false, problem });
