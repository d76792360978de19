import type { Output } from '@meridian/contract/client/named-calls';

export type User = Output<'GET /office/api/user'>;
