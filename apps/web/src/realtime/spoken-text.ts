import { shortAddress } from '@meridian/contract/custody/look-alike';

/** Addresses and hashes of transactions: no word is as long. */
const LONG = /[0-9A-Za-z]{33,}/g;
const SHOWN_END = 8;

/** A message for a toast, which is small. The inbox has whole addresses and hashes. */
export function spokenText(text: string): string {
  return text.replaceAll(LONG, (whole) => shortAddress(whole, SHOWN_END));
}
