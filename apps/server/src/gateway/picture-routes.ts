import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignedLink } from '../own-pictures.ts';
import { Refusal } from './refusal.ts';

/** A picture behind a signed link, undefined where the link is not good for this session. */
export type PictureSource = (link: SignedLink) => Promise<Buffer | undefined>;
/** A file that somebody uploaded, as it is kept. */
export interface OwnFile {
  readonly type: string;
  readonly content: Buffer;
}
/** A file behind a signed link, undefined where the link is not good for this session. */
export type OwnFileSource = (link: SignedLink) => Promise<OwnFile | undefined>;
/** A picture that everybody may see, undefined where there is none. */
export type PublicPictureSource = (id: string) => Promise<Buffer | undefined>;

/** A listener that serves pictures: finds the caller's session, and adds headers to answers. */
export interface PictureDoor {
  readonly server: FastifyInstance;
  /** The session of the caller, undefined without one. */
  readonly sessionOf: (request: FastifyRequest) => Promise<string | undefined>;
  readonly headers: Readonly<Record<string, string>>;
}

export function addOwnFileRoute(
  { server, sessionOf, headers }: PictureDoor,
  path: `/api/${string}`,
  open: OwnFileSource,
): void {
  server.get(`${path}/:id`, async (request, reply) => {
    const { id } = request.params as { id: string };
    const { expires = '', signature = '' } = request.query as Record<string, unknown>;
    const session = await sessionOf(request);
    const file =
      session !== undefined && typeof expires === 'string' && typeof signature === 'string'
        ? await open({ id, expires, signature, session })
        : undefined;
    if (file === undefined) throw new Refusal('route_not_found');
    const { type, content } = file;
    reply.headers(headers).header('cross-origin-resource-policy', 'same-origin').type(type);
    // A file that we did not encode ourselves is never opened in place.
    if (type !== 'image/jpeg') reply.header('content-disposition', 'attachment');
    return reply.send(content);
  });
}

export function addPublicPictureRoute(
  { server, headers }: Omit<PictureDoor, 'sessionOf'>,
  open: PublicPictureSource,
): void {
  server.get('/uploads/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const picture = name.endsWith('.webp') ? await open(name.slice(0, -'.webp'.length)) : undefined;
    if (picture === undefined) throw new Refusal('route_not_found');
    return reply
      .headers(headers)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/webp')
      .send(picture);
  });
}
