import type { Output } from '@meridian/contract/client/named-calls';

export type Dashboard = Output<'GET /office/api/dashboard'> & { readonly id: number };
