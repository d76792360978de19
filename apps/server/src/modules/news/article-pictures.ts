import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { encodedAnew } from '../../encode-picture.ts';

const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
const QUALITY = 85;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const MENTIONED = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Pictures of articles: banners, thumbnails, pictures in texts. Owns their table. Promises that a
 * stored picture is a WebP of our own making under a random name, and that the picture of a name
 * never changes, and is removed once no article or setting mentions it.
 */
export class ArticlePictures {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Stores a picture. Returns its id, by which everybody can open it. */
  async add(operator: number, content: Buffer, queries: Queries = this.#queries): Promise<string> {
    const id = randomUUID();
    await queries
      .insertInto('article_pictures')
      .values({ id, content, added_by: BigInt(operator), created_at: new Date() })
      .execute();
    return id;
  }

  /**
   * Removes the pictures that a text mentioned and that no article or setting mentions any more, so
   * that they are no longer public.
   */
  async removeUnused(queries: Queries, text: string): Promise<void> {
    const ids = [...new Set(text.match(MENTIONED) ?? [])];
    if (ids.length === 0) return;
    await sql`delete from article_pictures where id = any(${ids}::uuid[])
      and not exists (select from articles where position(article_pictures.id::text in concat(content, ' ', thumbnail, ' ', abstract)) > 0)
      and not exists (select from site_settings where position(article_pictures.id::text in value) > 0)`.execute(
      queries,
    );
  }

  /** Undefined if no picture has this id. */
  async open(id: string): Promise<Buffer | undefined> {
    if (!UUID.test(id)) return undefined;
    const row = await this.#queries
      .selectFrom('article_pictures')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.content;
  }
}

/** Re-encodes an uploaded file as a picture of an article. Refuses with `picture_invalid`. */
export function articlePicture(file: Buffer): Promise<Buffer> {
  return encodedAnew(file, TYPES, (picture) => picture.webp({ quality: QUALITY }));
}
