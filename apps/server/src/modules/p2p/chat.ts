import {
  CHAT_ROWS,
  CHAT_RULES,
  type ChatAuthor,
  type ChatFlag,
  type ChatReaders,
} from '@meridian/contract/p2p/chat-calls';
import type { P2pChatEvent } from '@meridian/contract/p2p/events';
import type { UserId } from '@meridian/core/ids';
import type { DealId, Party } from '@meridian/core/p2p/p2p-commands';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import { notify } from '../inbox/notify.ts';
import type { P2pChatTables } from './chat-tables.ts';
import { hiddenRows, numberOf, rowOf, type ChatReader, type HiddenRows } from './chat-numbers.ts';
import { flagsOf, watchedWords } from './chat-warnings.ts';
import type { Ground } from './ground.ts';
import { dealById, type DealRow } from './queries.ts';

const DAY_MS = 86_400_000;
/** The user of the office's messages. */
const OFFICE = 0n;

type ChatHead = Selectable<P2pChatTables['p2p_chats']>;
type ChatRow = Selectable<P2pChatTables['p2p_chat_rows']>;

/** The fields of a deal that its chat reads. */
export type ChatDeal = Pick<
  DealRow,
  'id' | 'buyer' | 'seller' | 'taker' | 'currency' | 'endedMs' | 'appeal'
>;

export interface Message {
  /** Number of the message for its reader. */
  readonly number: number;
  readonly author: ChatAuthor;
  readonly to: ChatReaders;
  /** Of a message of the office. */
  readonly operator: number | undefined;
  readonly clientId: string;
  /** '' of a picture. */
  readonly text: string;
  /** Id of the picture, undefined of a text. */
  readonly picture: string | undefined;
  readonly flags: readonly ChatFlag[];
  readonly atMs: number;
}

/** A message to be written: a text, or a picture. */
export interface NewMessage {
  readonly clientId: string;
  readonly text: string;
  /** Id of a picture of the author's own. */
  readonly picture: string | undefined;
}

/** The author of a new message, and the side that it is for. */
interface Author {
  readonly author: ChatAuthor;
  /** 0 for the office. */
  readonly user: bigint;
  readonly operator: bigint | null;
  /** The side that alone may read it. */
  readonly toSide: Party | null;
}

/** Last messages that the sides have read, in the numbers of one reader. */
export interface Marks {
  readonly buyer: number;
  readonly seller: number;
}

type ChatGround = Pick<Ground, 'queries' | 'fields' | 'live' | 'gate' | 'sockets' | 'now'>;

/**
 * Owns the messages of deals and the marks of read messages. Promises that a message is written
 * once under the name that its client gave it; that each reader sees rising numbers without gaps,
 * of which a later one is never seen before an earlier one; that a new message is announced to the
 * sockets of the deal's sides that may read it, and to no others; and that nothing tells a side of
 * messages from the office to the other one. It is no read model: no event makes these rows, and no
 * rebuild loses them.
 */
export class Chat {
  readonly #ground: ChatGround;

  constructor(ground: ChatGround) {
    this.#ground = ground;
  }

  /** A deal and the user's side of it. Refuses others' deals like unknown ones. */
  async ofParty(id: DealId, user: UserId): Promise<{ deal: ChatDeal; side: Party }> {
    const deal = await this.deal(id);
    const side = deal?.buyer === user ? 'buyer' : deal?.seller === user ? 'seller' : undefined;
    if (deal === undefined || side === undefined)
      throw new Refusal('p2p_deal_not_found', { field: 'id' });
    return { deal, side };
  }

  /** A deal of any users. One that goes on needs no table. */
  async deal(id: DealId): Promise<ChatDeal | undefined> {
    const { live, gate, queries } = this.#ground;
    const open = live.p2p.deal(id);
    if (open !== undefined) return open;
    await gate.reached(live.seq);
    return dealById(queries, id);
  }

  /** Whether the two sides may still write. */
  isOpen({ endedMs, appeal }: ChatDeal): boolean {
    return endedMs === 0 || appeal !== 0 || endedMs + CHAT_RULES.days * DAY_MS > this.#ground.now();
  }

  /**
   * Messages after a number that a reader may read, oldest first: one more than an answer has,
   * where more follow.
   */
  async after(id: DealId, number: number, reader: ChatReader): Promise<Message[]> {
    const { queries } = this.#ground;
    const deal = BigInt(id);
    const known = (await hiddenRows(queries, deal))[reader];
    let rows = queries
      .selectFrom('p2p_chat_rows')
      .selectAll()
      .where('deal', '=', deal)
      .where('row', '>', rowOf(number, known))
      .orderBy('row')
      .limit(CHAT_ROWS + 1);
    if (reader !== 'office')
      rows = rows.where(({ or, eb }) =>
        or([eb('to_side', 'is', null), eb('to_side', '=', reader)]),
      );
    const found = await rows.execute();
    if (found.length === 0) return [];
    // Read again: a hidden row that came between the two reads counts for the numbers of later
    // rows.
    const hidden = (await hiddenRows(queries, deal))[reader];
    return found.map((each) => this.#messageOf(each, hidden));
  }

  /** All messages that a reader may read, oldest first: a few hundred at most. */
  async whole(deal: DealId, reader: ChatReader): Promise<Message[]> {
    const messages: Message[] = [];
    for (;;) {
      const more = await this.after(deal, messages.at(-1)?.number ?? 0, reader);
      if (more.length === 0) return messages;
      messages.push(...more);
    }
  }

  async marks(id: DealId, reader: ChatReader): Promise<Marks> {
    const { queries } = this.#ground;
    const deal = BigInt(id);
    const chat = await queries
      .selectFrom('p2p_chats')
      .selectAll()
      .where('deal', '=', deal)
      .executeTakeFirst();
    if (chat === undefined) return { buyer: 0, seller: 0 };
    return marksFor(chat, (await hiddenRows(queries, deal))[reader]);
  }

  /** Writes a side's message. Refuses with `chat_closed` and `chat_full`. */
  async write(
    { deal, side }: { readonly deal: ChatDeal; readonly side: Party },
    message: NewMessage,
  ): Promise<Message> {
    if (!this.isOpen(deal)) throw new Refusal('chat_closed', { field: 'id' });
    const user = BigInt(deal[side]);
    return this.#add(deal, { author: side, user, operator: null, toSide: null }, message);
  }

  /** Writes an operator's message to both sides or one, and tells them in the inbox. */
  async writeAsSupport(
    deal: ChatDeal,
    { operator, to }: { readonly operator: number; readonly to: ChatReaders },
    message: Omit<NewMessage, 'picture'>,
  ): Promise<void> {
    const by = {
      author: 'support',
      user: OFFICE,
      operator: BigInt(operator),
      toSide: to === 'both' ? null : to,
    } as const;
    // A name is unique among the messages of one operator to the same readers.
    const clientId = `${operator} ${to} ${message.clientId}`;
    await this.#add(deal, by, { ...message, clientId, picture: undefined });
  }

  /** Notes that a side has read up to a message, of those that there are. */
  async read(
    { deal, side }: { readonly deal: ChatDeal; readonly side: Party },
    number: number,
  ): Promise<Marks> {
    const { queries } = this.#ground;
    const row = rowOf(number, (await hiddenRows(queries, BigInt(deal.id)))[side]);
    const before = await this.marks(deal.id, otherSide(side));
    const column = `${side}_read` as const;
    const changed = await queries
      .updateTable('p2p_chats')
      .set(({ fn, ref, val }) => ({ [column]: fn<number>('least', [val(row), ref('last_row')]) }))
      .where('deal', '=', BigInt(deal.id))
      .where(column, '<', row)
      .where(({ eb, ref }) => eb(column, '<', ref('last_row')))
      .returningAll()
      .executeTakeFirst();
    if (changed === undefined) return this.marks(deal.id, side);
    const hidden = await hiddenRows(queries, BigInt(deal.id));
    // The other side is not told of the reading of a message that it does not see.
    const seen = marksFor(changed, hidden[otherSide(side)])[side];
    this.#announce(deal, changed, { hidden, readers: seen > before[side] ? 'both' : side });
    return marksFor(changed, hidden[side]);
  }

  async #add(deal: ChatDeal, by: Author, message: NewMessage): Promise<Message> {
    const { queries } = this.#ground;
    const id = BigInt(deal.id);
    // The office warns, and is not warned of.
    const flags = by.author === 'support' ? [] : flagsOf(message.text, await watchedWords(queries));
    const { row, chat } = await queries.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('p2p_chats')
        .values({ deal: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const locked = await transaction
        .selectFrom('p2p_chats')
        .selectAll()
        .where('deal', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const own = ownRows(transaction, id, by.user);
      const known = await own
        .selectAll()
        .where('client_id', '=', message.clientId)
        .executeTakeFirst();
      if (known !== undefined) {
        // This call's entry in the audit log has the hash of its text, which must be that of the
        // message.
        if (by.author === 'support' && this.#messageOf(known, []).text !== message.text)
          throw new Refusal('idempotency_key_reused', { field: 'client_id' });
        return { row: known, chat: undefined };
      }
      if (by.author !== 'support') await requireRoom(own);
      const added = await transaction
        .insertInto('p2p_chat_rows')
        .values({ ...this.#sealed({ deal: id, row: locked.last_row + 1 }, by, message), flags })
        .returningAll()
        .executeTakeFirstOrThrow();
      const chat = await transaction
        .updateTable('p2p_chats')
        // The author has read all earlier messages.
        .set({
          last_row: added.row,
          ...(by.author === 'support' ? {} : { [`${by.author}_read`]: added.row }),
        })
        .where('deal', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (by.author === 'support') await tellReaders(transaction, deal, added);
      return { row: added, chat };
    });
    const hidden = await hiddenRows(queries, id);
    if (chat !== undefined) this.#announce(deal, chat, { hidden, readers: by.toSide ?? 'both' });
    return this.#messageOf(row, hidden[by.author === 'support' ? 'office' : by.author]);
  }

  #sealed(
    at: { readonly deal: bigint; readonly row: number },
    { author, user, operator, toSide }: Author,
    { clientId, text, picture }: NewMessage,
  ) {
    return {
      ...at,
      author,
      user_id: user,
      operator,
      client_id: clientId,
      ...this.#ground.fields.seal('p2p_chat_rows', user, { text }),
      picture: picture ?? null,
      to_side: toSide,
      created_at: new Date(this.#ground.now()),
    };
  }

  /** @param hidden the rows that the reader does not see */
  #messageOf(row: ChatRow, hidden: readonly number[]): Message {
    const { text } = this.#ground.fields.open('p2p_chat_rows', row.user_id, { text: row.text });
    return {
      number: numberOf(row.row, hidden),
      author: row.author,
      to: row.to_side ?? 'both',
      operator: row.operator === null ? undefined : Number(row.operator),
      clientId: row.client_id,
      text,
      picture: row.picture ?? undefined,
      flags: row.flags as ChatFlag[],
      atMs: row.created_at.getTime(),
    };
  }

  #announce(
    deal: ChatDeal,
    chat: ChatHead,
    { hidden, readers }: { readonly hidden: HiddenRows; readonly readers: ChatReaders },
  ): void {
    const { sockets, live } = this.#ground;
    for (const side of readersOf(readers)) {
      const { buyer, seller } = marksFor(chat, hidden[side]);
      const event: P2pChatEvent = {
        id: deal.id,
        row: numberOf(chat.last_row, hidden[side]),
        buyer_read: buyer,
        seller_read: seller,
        ...stampOf(live),
      };
      sockets.notify(deal[side], 'p2p_chat', event);
    }
  }
}

function otherSide(side: Party): Party {
  return side === 'buyer' ? 'seller' : 'buyer';
}

function readersOf(readers: ChatReaders): readonly Party[] {
  return readers === 'both' ? ['buyer', 'seller'] : [readers];
}

/** The marks in the numbers of a reader. @param hidden the rows that the reader does not see */
function marksFor({ buyer_read, seller_read }: ChatHead, hidden: readonly number[]): Marks {
  return { buyer: numberOf(buyer_read, hidden), seller: numberOf(seller_read, hidden) };
}

/** Tells the sides that may read a message of the office that there is one, without its text. */
async function tellReaders(
  transaction: Queries,
  deal: ChatDeal,
  { row, to_side, created_at: at }: ChatRow,
): Promise<void> {
  const told = readersOf(to_side ?? 'both').map((side) => ({
    user: deal[side],
    kind: 'p2p_support' as const,
    cause: `p2p-${deal.id}-support-${row}`,
    facts: { subject: deal.id },
    at,
  }));
  await notify(transaction, told);
}

/** @param own the side's messages in the chat */
async function requireRoom(own: ReturnType<typeof ownRows>): Promise<void> {
  const { count } = await own
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= BigInt(CHAT_RULES.perSide)) throw new Refusal('chat_full', { field: 'id' });
}

/** The messages of one author in a chat. */
function ownRows(queries: Queries, deal: bigint, user: bigint) {
  return queries.selectFrom('p2p_chat_rows').where('deal', '=', deal).where('user_id', '=', user);
}
