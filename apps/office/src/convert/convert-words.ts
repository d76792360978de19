import type { Output } from '@meridian/contract/client/named-calls';

/** A currency makes one record. */
export type ConvertTerms = Output<'GET /office/api/convert_terms'>[number] & {
  readonly id: number;
};
export type DeskRow = Output<'GET /office/api/convert_desk'>[number] & { readonly id: number };
export type OpenQuote = Output<'GET /office/api/convert_quotes'>[number];
export type Conversion = Output<'GET /office/api/conversions'>['list'][number];
export type Hedge = Output<'GET /office/api/convert_hedges'>['list'][number];

export const KINDS: Readonly<Record<Conversion['kind'], string>> = {
  quote: 'Quote',
  dust: 'Small balance',
  plan: 'Recurring',
};
