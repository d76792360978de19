import { apiCall } from '../../shared/http/api-call.ts';

/** Freezes the account of a link. Its input is the link's token. */
export const freezeAccount = apiCall('POST /api/user/freeze');
