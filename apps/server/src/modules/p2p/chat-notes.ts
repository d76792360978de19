import type { ChatNote, ChatNoteCode } from '@meridian/contract/p2p/chat-calls';
import type { DealCause } from '@meridian/core/p2p/p2p-events';
import type { Selectable } from 'kysely';
import { formatDecimal } from '@meridian/money/decimal';
import type { Tables } from '../../database/tables.ts';
import { flagsOf, watchedWords, type WatchedWords } from './chat-warnings.ts';
import type { ChatDeal } from './chat.ts';
import type { Ground } from './ground.ts';
import { textsById } from './queries.ts';

const CODE = {
  opened: 'opened',
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'expired',
  extended: 'extended',
  released: 'released',
  cancelAsked: 'cancelAsked',
  cancelRefused: 'cancelRefused',
  appealed: 'appealed',
  appealWithdrawn: 'appealWithdrawn',
  ruled: 'ruled',
} as const satisfies Record<DealCause, ChatNoteCode>;

/** The automatic reply of an ad's owner, with its flags. */
function replyOf(text: string, watched: WatchedWords): Pick<ChatNote, 'text' | 'flags'> {
  return { text, flags: flagsOf(text, watched) };
}

/** The actor of a step; '' for a step that only one of the two sides can take. */
function byOf(
  { cause, at_ms: atMs, ended_by: endedBy }: Selectable<Tables['p2p_steps']>,
  appeals: readonly Pick<
    Selectable<Tables['p2p_appeals']>,
    'by' | 'opened_ms' | 'changed_ms' | 'state'
  >[],
): ChatNote['by'] {
  switch (cause) {
    case 'appealed':
      return appeals.find(({ opened_ms }) => opened_ms === atMs)?.by ?? '';
    case 'appealWithdrawn':
      return (
        appeals.find(({ state, changed_ms }) => state === 'withdrawn' && changed_ms === atMs)?.by ??
        ''
      );
    case 'ruled':
      return 'ruling';
    default:
      return endedBy ?? '';
  }
}

/**
 * Notes on the steps of a deal, oldest first. They are read from the steps that the projection
 * makes from the events, so a rebuild brings the same notes again. The caller must have waited for
 * the read model.
 */
export async function notesOf(
  { queries, live }: Pick<Ground, 'queries' | 'live'>,
  { id, currency }: ChatDeal,
): Promise<ChatNote[]> {
  const [steps, appeals] = await Promise.all([
    queries
      .selectFrom('p2p_steps')
      .selectAll()
      .where('deal', '=', BigInt(id))
      .orderBy('version')
      .execute(),
    queries
      .selectFrom('p2p_appeals')
      .select(['by', 'opened_ms', 'answered_ms', 'changed_ms', 'state'])
      .where('deal', '=', BigInt(id))
      .execute(),
  ]);
  const texts = await textsById(
    queries,
    steps.map((step) => Number(step.texts)),
  );
  const scale = live.currency(currency)?.scale ?? 0;
  const watched = await watchedWords(queries);
  const notes = steps.map((step): ChatNote => ({
    version: step.version,
    code: CODE[step.cause],
    by: byOf(step, appeals),
    due_time_ms: Number(step.pay_due_ms),
    to_buyer: formatDecimal(step.to_buyer, scale),
    ...replyOf(texts.get(Number(step.texts))?.autoReply ?? '', watched),
    time_ms: Number(step.at_ms),
  }));
  const answers = appeals
    .filter(({ answered_ms }) => answered_ms > 0n)
    .map(({ by, answered_ms }): ChatNote => ({
      version: 0,
      code: 'appealAnswered',
      by: by === 'buyer' ? 'seller' : 'buyer',
      due_time_ms: 0,
      to_buyer: '0',
      ...replyOf('', watched),
      time_ms: Number(answered_ms),
    }));
  return [...notes, ...answers].sort((a, b) => a.time_ms - b.time_ms);
}
