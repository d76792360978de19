import { TOPIC_OF, type MessageKind } from '@meridian/contract/inbox/calls';
import { URGENT_KINDS, type MessageTopic } from '@meridian/contract/inbox/message-topics';
import type { Language } from '@meridian/contract/languages';
import type { Selectable } from 'kysely';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { symbolOf } from '../market/translate.ts';
import type { InboxTables } from './inbox-tables.ts';
import { pairOfFacts, withoutNote, wordsOf } from './words.ts';

const HOUR_MS = 3_600_000;
/** Of the text, so that title, text and address fit into the size that push services take. */
const MOST_BYTES = 2_000;
const INBOX = '/accountMessage';

type Row = Selectable<InboxTables['notifications']>;

/** A message as `push-worker.js` of the web shows it. */
export interface PushPayload {
  /** A second one with the same tag takes the place of the first. */
  readonly tag: string;
  readonly title: string;
  readonly text: string;
  /** A path of ours. */
  readonly link: string;
  readonly lang: Language;
}

/** Until when a device may be told, milliseconds UTC. A price of an hour ago is no news. */
export function pushExpiry(kind: MessageKind, created_at: Date): number {
  return created_at.getTime() + (TOPIC_OF[kind] === 'alerts' ? HOUR_MS : 24 * HOUR_MS);
}

/** How a sleeping device is told: at once, or when it wakes up. */
export function pushUrgency(kind: MessageKind): 'high' | 'normal' {
  return URGENT_KINDS.has(kind) || TOPIC_OF[kind] === 'security' ? 'high' : 'normal';
}

/**
 * A message in the words of its owner's language, as a mail has them: without the owner's note.
 * @param count more than one: so many messages, of which this is the last
 */
export function pushPayload(live: LiveView, row: Row, language: Language, count = 1): PushPayload {
  const tag = `message-${row.id}`;
  const lang = language;
  if (count > 1) {
    const title = textOf(language, 'message.several', { count });
    return { tag, title, text: '', link: INBOX, lang };
  }
  const { title, text } = wordsOf(live, withoutNote(row), language);
  return { tag, title: fitting(title), text: fitting(text), link: linkOf(live, row), lang };
}

function linkOf(live: LiveView, { kind, facts }: Row): string {
  const topic: MessageTopic = TOPIC_OF[kind];
  const pair = pairOfFacts(live, facts);
  if (topic === 'alerts' && pair !== undefined)
    return `/dealCenter/${symbolOf(pair).replace('/', '_')}`;
  return topic === 'contracts' ? '/leverdealCenter' : INBOX;
}

/** The text, or its beginning. */
function fitting(text: string): string {
  let end = text.length;
  while (Buffer.byteLength(JSON.stringify(text.slice(0, end))) > MOST_BYTES / 2)
    end = Math.floor(end * 0.9);
  return end === text.length ? text : `${text.slice(0, end)}…`;
}
