import type { Output } from '../http.ts';

export type User = Output<'GET /office/api/user'>;
