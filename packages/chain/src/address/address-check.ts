/**
 * Why a text is no address on a network. `malformed`: it is none of any kind known here.
 * `checksum`: it has the form, and a letter is wrong. `wrong_network`: it is a good address, of
 * another network.
 */
export type AddressProblem = 'malformed' | 'checksum' | 'wrong_network';

export type AddressCheck =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: AddressProblem };

export const accepted = (address: string): AddressCheck => ({ ok: true, address });
export const refused = (problem: AddressProblem): AddressCheck => ({ ok: false, problem });
