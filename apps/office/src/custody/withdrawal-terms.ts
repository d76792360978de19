import { ApiError } from '@meridian/contract/client/api-error';
import type { Output } from '@meridian/contract/client/named-calls';
import { signTerms } from '../device.ts';
import { call } from '../http.ts';

type Terms = Output<'GET /office/api/withdrawal_terms'>;

/**
 * The terms that an operator's device signs. The dialog shows these, and nothing else in their
 * place.
 */
export interface SignedTerms {
  readonly network: string;
  readonly asset: string;
  readonly address: string;
  readonly amount: string;
}

/** Parses the terms that a device would sign; undefined if this page does not know their form. */
export function readTerms(text: string): SignedTerms | undefined {
  try {
    const [context, network, asset, address, amount] = JSON.parse(text) as unknown[];
    const fields = { network, asset, address, amount };
    const isKnown =
      context === 'meridian withdrawal 1' &&
      Object.values(fields).every((field) => typeof field === 'string');
    return isKnown ? (fields as SignedTerms) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks the operator's device for the signature that the signer wants. Returns the fields for the
 * call; none if the signer wants no signature. Throws `ApiError`.
 */
export async function askDevice({
  is_asked,
  terms,
  expires_at,
  site,
  devices,
}: Terms): Promise<{ assertion: string; expires_at: number } | undefined> {
  if (!is_asked) return undefined;
  if (devices.length === 0)
    throw new ApiError(
      'The signer wants your device for this withdrawal, and knows none of yours. Add one under My account and have its line added to the signer.',
      { code: 'device_needed' },
    );
  return { assertion: await signTerms(terms, { site, devices }), expires_at };
}

/**
 * Whether the terms that the device would sign name the address that the page shows. The server
 * serves the page too, so this finds mistakes, not a lying server.
 */
export function isSame(terms: SignedTerms | undefined, address: string): boolean {
  return terms?.address === address;
}

export function termsOf(id: number): Promise<Terms> {
  return call('GET /office/api/withdrawal_terms', { id });
}
