import type { Output } from '../http.ts';

export type Application = Output<'GET /office/api/application'>;
