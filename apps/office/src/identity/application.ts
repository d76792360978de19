import type { Output } from '@meridian/contract/client/named-calls';

export type Application = Output<'GET /office/api/application'>;
