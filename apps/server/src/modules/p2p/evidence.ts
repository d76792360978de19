import { hash, randomUUID } from 'node:crypto';
import { EVIDENCE_RULES, EVIDENCE_TYPES, type EvidenceType } from '@meridian/contract/p2p/bounds';
import type { EvidenceFile } from '@meridian/contract/p2p/appeal-calls';
import type { UserId } from '@meridian/core/ids';
import { fileTypeFromBuffer } from 'file-type';
import type { Queries } from '../../database/database.ts';
import { encodedAnew } from '../../encode-picture.ts';
import type { Session } from '../../gateway/handler.ts';
import type { OwnFile } from '../../gateway/picture-routes.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { SignedLink } from '../../own-pictures.ts';
import { openPicture, sealPicture } from '../../sealed/sealed-picture.ts';
import type { Secrets } from '../../secrets.ts';

const PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);
const QUALITY = 85;
const DAY_MS = 86_400_000;
const PURPOSE = 'evidence';
export const EVIDENCE_PATH = '/api/c2c/evidence';
const LINK =
  /^(?:https?:\/\/[^/]+)?\/api\/c2c\/evidence\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?|$)/;
/** A PDF says that it ends within this many bytes of its end. */
const PDF_END_BYTES = 1_024;
/** Size and name of a box of an MP4, and with a size of eight bytes behind them. */
const BOX_BYTES = 8;
const LONG_BOX_BYTES = 16;

/**
 * Files that people show in appeals. Owns their table. Promises that the content of a file agrees
 * with its type, that a picture is a JPEG of our own making, that each rests encrypted with a key
 * of its own under a name that cannot be guessed, and that it opens only by a signed link for ten
 * minutes, to the session that the link was made for. It does not decide which users get a link.
 */
export class Evidence {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #nowMs: () => number;

  constructor(queries: Queries, secrets: Secrets, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#nowMs = nowMs;
  }

  /**
   * Stores a file. Refuses with `evidence_invalid` one that is none of the types, and with
   * `uploads_too_many` more than a day's.
   */
  async add({ user, session }: Session, file: Buffer): Promise<EvidenceFile> {
    // Before the work of decoding, and again with the row: other servers add too.
    await this.#requireRoom(this.#queries, user);
    const { type, content } = await asEvidence(file);
    const id = randomUUID();
    const row = { type, bytes: content.length, hash: hash('sha256', content) };
    await this.#queries.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', BigInt(user))
        .forUpdate()
        .execute();
      await this.#requireRoom(transaction, user);
      const created_at = new Date(this.#nowMs());
      const sealed = sealPicture(this.#secrets, id, content);
      await transaction
        .insertInto('p2p_evidence')
        .values({ id, user_id: BigInt(user), ...row, ...sealed, created_at })
        .execute();
    });
    return { ...row, link: this.#linkTo(id, session) };
  }

  /** Files by id, with links for a session of somebody who may open them. */
  async shown(ids: readonly string[], session: string): Promise<ReadonlyMap<string, EvidenceFile>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#queries
      .selectFrom('p2p_evidence')
      .select(['id', 'type', 'bytes', 'hash'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, ...row }) => [id, { ...row, link: this.#linkTo(id, session) }]));
  }

  /**
   * The file of a link, undefined if the link is not ours, has expired, or was made for another
   * session.
   */
  async open({ id, expires, signature, session }: SignedLink): Promise<OwnFile | undefined> {
    const isValid =
      this.#secrets.isSigned(PURPOSE, `${id} ${expires} ${session}`, signature) &&
      Number(expires) * 1000 > this.#nowMs();
    if (!isValid) return undefined;
    const row = await this.#queries
      .selectFrom('p2p_evidence')
      .select(['type', 'content', 'data_key'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { type: row.type, content: openPicture(this.#secrets, id, row) };
  }

  /** The ids of the user's own files behind the links. Refuses other links with `file_unknown`. */
  async ownIds(user: UserId, links: Readonly<Record<string, string | undefined>>) {
    const named = Object.entries(links).flatMap(([field, link = '']) =>
      link === '' ? [] : [{ field, id: LINK.exec(link)?.[1] ?? '' }],
    );
    const ids = named.map(({ id }) => id).filter((id) => id !== '');
    const rows =
      ids.length === 0
        ? []
        : await this.#queries
            .selectFrom('p2p_evidence')
            .select('id')
            .where('id', 'in', ids)
            .where('user_id', '=', BigInt(user))
            .execute();
    const own = new Set(rows.map(({ id }) => id));
    const missing = named.find(({ id }) => !own.has(id));
    if (missing !== undefined) throw new Refusal('file_unknown', { field: missing.field });
    return [...new Set(ids)];
  }

  async #requireRoom(queries: Queries, user: UserId): Promise<void> {
    const { count } = await queries
      .selectFrom('p2p_evidence')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .where('created_at', '>', new Date(this.#nowMs() - DAY_MS))
      .executeTakeFirstOrThrow();
    if (count >= BigInt(EVIDENCE_RULES.perDay)) throw new Refusal('uploads_too_many');
  }

  #linkTo(id: string, session: string): string {
    const expires = Math.floor(this.#nowMs() / 1000) + EVIDENCE_RULES.linkMinutes * 60;
    const signature = this.#secrets.sign(PURPOSE, `${id} ${expires} ${session}`);
    return `${EVIDENCE_PATH}/${id}?expires=${expires}&signature=${signature}`;
  }
}

/** The file as it is kept: its content decides the type, not its name. */
async function asEvidence(
  file: Buffer,
): Promise<{ readonly type: EvidenceType; readonly content: Buffer }> {
  const mime = (await fileTypeFromBuffer(file))?.mime;
  if (mime !== undefined && PICTURES.has(mime)) {
    const content = await encodedAnew(file, PICTURES, (picture) =>
      picture.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY }),
    );
    return { type: 'image/jpeg', content };
  }
  const type = EVIDENCE_TYPES.find((each) => each === mime);
  const isWhole =
    (type === 'application/pdf' && isWholePdf(file)) || (type === 'video/mp4' && isWholeMp4(file));
  if (type === undefined || !isWhole) throw new Refusal('evidence_invalid', { field: 'file' });
  return { type, content: file };
}

/** Whether a file is a PDF from its first byte to its end. */
function isWholePdf(file: Buffer): boolean {
  return (
    file.subarray(0, 5).equals(Buffer.from('%PDF-')) &&
    file.subarray(-PDF_END_BYTES).includes('%%EOF')
  );
}

/** Whether the boxes of an MP4 fill the file, so that nothing else is in front or behind. */
function isWholeMp4(file: Buffer): boolean {
  let at = 0;
  let hasMovie = false;
  while (at + BOX_BYTES <= file.length) {
    const short = file.readUInt32BE(at);
    hasMovie ||= file.toString('latin1', at + 4, at + BOX_BYTES) === 'moov';
    // 1: the size has eight bytes behind the name. 0: the box goes to the end.
    if (short === 1 && at + LONG_BOX_BYTES > file.length) return false;
    const size =
      short === 1 ? Number(file.readBigUInt64BE(at + BOX_BYTES)) : short || file.length - at;
    if (size < (short === 1 ? LONG_BOX_BYTES : BOX_BYTES)) return false;
    at += size;
  }
  return hasMovie && at === file.length;
}
