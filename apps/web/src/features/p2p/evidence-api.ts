import { evidencePackageText } from '@meridian/contract/p2p/evidence-document';
import { queryOptions } from '@tanstack/react-query';
import { apiCall, callHeaders } from '../../shared/http/api-call.ts';
import type { PublishedKey } from './model/evidence-check.ts';

const fetchPackage = apiCall('GET /api/c2c/evidence_package');
const fetchKeys = apiCall('GET /api/c2c/evidence_keys');
/** Timeout of one file, long enough for a slow line. */
const FILE_TIMEOUT_MS = 120_000;

/** Every key that has ever signed evidence files. */
export const evidenceKeysQuery = queryOptions({
  queryKey: ['p2p', 'evidenceKeys'],
  queryFn: async ({ signal }): Promise<PublishedKey[]> =>
    (await fetchKeys({}, { signal })).map(({ key, public_key }) => ({ id: key, pem: public_key })),
});

/** The evidence file of an own deal, with its files in it. */
export async function collectEvidence(
  deal: number,
  onProgress: (progress: { readonly done: number; readonly all: number }) => void,
): Promise<string> {
  const { files, ...signed } = await fetchPackage({ id: deal });
  const contents = new Map<string, Uint8Array>();
  for (const { sha256, link } of files) {
    onProgress({ done: contents.size, all: files.length });
    const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
    const answer = await fetch(link, { headers: callHeaders(), signal });
    // The signed record names a file that is gone, too.
    if (answer.ok) contents.set(sha256, new Uint8Array(await answer.arrayBuffer()));
  }
  return evidencePackageText(signed, contents);
}
