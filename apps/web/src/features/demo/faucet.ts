import type { demoFaucet } from '@meridian/contract/demo/calls';
import { moneyCall } from '../../shared/http/money-call.ts';

// Apart from `api.ts`, which every page fetches.
export const drawFaucet = moneyCall<typeof demoFaucet>({
  method: 'POST',
  path: '/api/demo/faucet',
  envelope: 'bare',
});
