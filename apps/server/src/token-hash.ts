import { hash } from 'node:crypto';

/**
 * The hash of a token, which is stored in its place. Only for random bits that nobody can try out
 * (190 and more): a text that people type needs a key, see `Secrets.mac`.
 */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
