import { moneyCall } from '../../shared/http/money-call.ts';

// Apart from `api.ts`, which every page fetches.
export const drawFaucet = moneyCall('POST /api/demo/faucet', 'bare');
