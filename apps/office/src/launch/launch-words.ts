import type { Output } from '@meridian/contract/client/named-calls';

export type LaunchCoin = Output<'GET /office/api/launch_coins'>[number];
