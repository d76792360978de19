import type { Output } from '../http.ts';

export type Position = Output<'GET /office/api/margin_positions'>['list'][number];
export type MarginTerms = Output<'GET /office/api/margin_terms'>[number];
