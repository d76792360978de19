import type { Output } from '../../http.ts';

export type Dashboard = Output<'GET /office/api/dashboard'> & { readonly id: number };
