import { hash } from 'node:crypto';

/**
 * What is stored of a token. For random bits that nobody can try out only (190 and more): what
 * people type needs a key, see `Secrets.mac`.
 */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
