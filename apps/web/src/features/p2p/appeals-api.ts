import type { EvidenceFile, P2pAppeal } from '@meridian/contract/p2p/appeal-calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { sendFile } from '../../shared/http/upload-file.ts';
import { OWN } from '../../shared/session.ts';
import type { SeenDeal } from './deals-api.ts';
import type { Appeal, AppealReason, Evidence, NewStatement } from './model/appeal.ts';

const fetchAppeals = apiCall('GET /api/c2c/appeals');
/** Files of a statement, by their places. */
const FILE_FIELDS = ['file_1', 'file_2', 'file_3'] as const;
export const MOST_FILES = FILE_FIELDS.length;

export const openAppeal = asking(
  moneyCall('POST /api/c2c/appeal'),
  ({ id, version, reason, ...said }: SeenDeal & NewStatement & { reason: AppealReason }) => ({
    id,
    version,
    reason,
    ...wireStatement(said),
  }),
);
/** `id` is the appeal's. */
export const addStatement = asking(
  moneyCall('POST /api/c2c/appeal_statement'),
  ({ id, ...said }: NewStatement & { readonly id: number }) => ({ id, ...wireStatement(said) }),
);
export const withdrawAppeal = moneyCall('POST /api/c2c/appeal_withdraw');

/** Appeals on a deal, newest first. */
export function appealsQuery(deal: number) {
  return queryOptions({
    queryKey: [OWN, 'p2p', 'appeals', deal],
    queryFn: async ({ signal }) =>
      (await fetchAppeals({ deal_id: deal }, { signal })).data.map(appealOf),
  });
}

/** Stores a file, for a statement to name. */
export async function sendEvidence(
  file: File,
  options: Parameters<typeof sendFile>[2],
): Promise<Evidence> {
  return evidenceOf(await sendFile('POST /api/c2c/evidence', file, options));
}

function wireStatement({ text, files }: NewStatement) {
  const named = FILE_FIELDS.map((field, place) => [field, files[place]] as const);
  const given = Object.fromEntries(named.filter(([, link]) => link !== undefined));
  return { statement: text, ...given };
}

function evidenceOf({ type, bytes, link }: EvidenceFile): Evidence {
  return { type, bytes, link };
}

function appealOf(row: P2pAppeal): Appeal {
  const [ruling] = row.ruling;
  return {
    id: row.id,
    isOwn: row.is_own === 1,
    reason: row.reason,
    state: row.state,
    coin: row.currency_name,
    amount: row.number,
    openedMs: row.open_time_ms,
    answerDueMs: row.answer_due_ms,
    answeredMs: row.answer_time_ms,
    statements: row.statements.map((said) => ({
      id: said.id,
      by: said.by,
      isOwn: said.is_own === 1,
      text: said.statement,
      files: said.files.map(evidenceOf),
      timeMs: said.create_time_ms,
    })),
    ruling: ruling && {
      toBuyer: ruling.to_buyer,
      toSeller: ruling.to_seller,
      fault: ruling.fault,
      bondCut: ruling.bond_cut,
      reason: ruling.reason,
    },
  };
}
