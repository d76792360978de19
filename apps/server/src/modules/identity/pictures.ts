import { randomUUID } from 'node:crypto';
import { UPLOAD_RULES } from '@meridian/contract/identity/calls';
import type { Queries } from '../../database/database.ts';
import type { Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { SignedLink } from '../../own-pictures.ts';
import { openPicture, sealPicture } from '../../sealed/sealed-picture.ts';
import type { Secrets } from '../../secrets.ts';
import { encodedAnew } from '../../encode-picture.ts';
import { Turns } from '../../turns.ts';

const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);
const QUALITY = 85;
/** A form has a few pictures, and a browser sends them at once. */
const MOST_WAITING_OF_USER = 5;
const DAY_MS = 86_400_000;
const PURPOSE = 'picture';
const LINK =
  /^(?:https?:\/\/[^/]+)?\/api\/upload\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?|$)/;

/**
 * Pictures that customers upload. Owns their table. Promises that a stored picture is a JPEG of our
 * own making, with nothing in it but pixels (no place, no camera, nothing appended), encrypted with
 * a key of its own, under a name that cannot be guessed, which opens only by a signed link for ten
 * minutes, to the session that the link was made for.
 */
export class Pictures {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #nowMs: () => number;
  readonly #perUser = new Map<number, Turns>();

  constructor(queries: Queries, secrets: Secrets, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#nowMs = nowMs;
  }

  /**
   * Stores a picture. Returns a link to it. Refuses a file that is no picture, is too large, or
   * exceeds the number for a day. Pictures of one user are processed one after the other.
   */
  async add({ user, session }: Session, file: Buffer): Promise<string> {
    const turns =
      this.#perUser.get(user) ?? new Turns({ most: 1, mostWaiting: MOST_WAITING_OF_USER });
    this.#perUser.set(user, turns);
    return turns
      .take(async () => {
        // Before the work of decoding, and again with the row: other servers add too.
        await this.#requireRoom(this.#queries, user);
        const content = await asJpeg(file);
        const id = randomUUID();
        await this.#queries.transaction().execute(async (transaction) => {
          await transaction
            .selectFrom('users')
            .select('id')
            .where('id', '=', BigInt(user))
            .forUpdate()
            .execute();
          await this.#requireRoom(transaction, user);
          await transaction
            .insertInto('pictures')
            .values({
              id,
              user_id: BigInt(user),
              ...sealPicture(this.#secrets, id, content),
              created_at: new Date(this.#nowMs()),
            })
            .execute();
        });
        return this.linkTo(id, session);
      })
      .finally(() => turns.isIdle && this.#perUser.delete(user));
  }

  async #requireRoom(queries: Queries, user: number): Promise<void> {
    const { count } = await queries
      .selectFrom('pictures')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .where('created_at', '>', new Date(this.#nowMs() - DAY_MS))
      .executeTakeFirstOrThrow();
    if (count >= BigInt(UPLOAD_RULES.perDay)) throw new Refusal('uploads_too_many');
  }

  /** A link that opens the picture for ten minutes, to the session that asked for it. */
  linkTo(id: string, session: string): string {
    const expires = Math.floor(this.#nowMs() / 1000) + UPLOAD_RULES.linkMinutes * 60;
    return `/api/upload/${id}?expires=${expires}&signature=${this.#secrets.sign(PURPOSE, `${id} ${expires} ${session}`)}`;
  }

  /**
   * The picture of a link, undefined if the link is not ours, has expired, or was made for another
   * session.
   */
  async open({ id, expires, signature, session }: SignedLink): Promise<Buffer | undefined> {
    const isValid =
      this.#secrets.isSigned(PURPOSE, `${id} ${expires} ${session}`, signature) &&
      Number(expires) * 1000 > this.#nowMs();
    return isValid ? this.contentOf(id) : undefined;
  }

  /** The bytes of a picture, undefined where it is not there. The caller has checked the access. */
  async contentOf(id: string): Promise<Buffer | undefined> {
    const row = await this.#queries
      .selectFrom('pictures')
      .select(['content', 'data_key'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? undefined : openPicture(this.#secrets, id, row);
  }

  /**
   * The ids of the user's own pictures behind the links. Refuses other links; an expired link still
   * names its picture.
   */
  async ownIds(user: number, links: Readonly<Record<string, string>>): Promise<string[]> {
    const ids = Object.entries(links).map(([field, link]) => {
      const id = LINK.exec(link)?.[1];
      if (id === undefined) throw new Refusal('picture_unknown', { field });
      return id;
    });
    const rows = await this.#queries
      .selectFrom('pictures')
      .select('id')
      .where('id', 'in', ids)
      .where('user_id', '=', BigInt(user))
      .execute();
    const ownIds = new Set(rows.map(({ id }) => id));
    const missing = Object.keys(links)[ids.findIndex((id) => !ownIds.has(id))];
    if (missing !== undefined) throw new Refusal('picture_unknown', { field: missing });
    return ids;
  }
}

/** The same pixels as a JPEG without anything else. */
function asJpeg(file: Buffer): Promise<Buffer> {
  return encodedAnew(file, TYPES, (picture) =>
    picture.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY }),
  );
}
