import type { Output } from '@meridian/contract/client/named-calls';

export type Position = Output<'GET /office/api/margin_positions'>['list'][number];
export type MarginTerms = Output<'GET /office/api/margin_terms'>[number];
