import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';
import type { DocumentType } from './model/identity-rules.ts';
import type { Identity } from './model/identity.ts';

const fetchState = apiCall('GET /api/user/identity');
const sendRealName = apiCall('POST /api/user/real_name');
const sendAssetProof = apiCall('POST /api/user/asset_proof');

/** Polling interval: a review may end while this page is open. */
const POLL_MS = 30_000;

export const identityQuery = queryOptions({
  queryKey: [OWN, 'identity'],
  queryFn: async ({ signal }) => identityOf(await fetchState({}, { signal })),
  refetchInterval: POLL_MS,
});

interface NewIdentity {
  readonly name: string;
  readonly type: DocumentType;
  /** Of the document. */
  readonly number: string;
  /** Uploaded pictures of the document, and of the person who holds it. */
  readonly front: string;
  readonly reverse: string;
  readonly hand: string;
}

export function submitIdentity(identity: NewIdentity): Promise<string> {
  return sendRealName({
    name: identity.name,
    card_type: identity.type,
    card_id: identity.number,
    front_pic: identity.front,
    reverse_pic: identity.reverse,
    hand_pic: identity.hand,
  });
}

/** @param picture uploaded */
export function submitAssets(picture: string): Promise<string> {
  return sendAssetProof({ asset_pic: picture });
}

/** Refetches the state after a submission, wherever it is shown. */
export async function refreshIdentity(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [OWN] });
}

function identityOf(row: Output<'GET /api/user/identity'>): Identity {
  return {
    status: row.review_status,
    reason: row.reason,
    name: row.name,
    documentNumber: row.card_id,
    assetStatus: row.asset_status,
    assetReason: row.asset_reason,
    level: row.level,
    dailyLimits: row.daily_limits,
  };
}
