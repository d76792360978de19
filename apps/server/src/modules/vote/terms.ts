import { createHash } from 'node:crypto';

/** A round as operators announced it. */
export interface RoundTerms {
  readonly title: string;
  readonly about: string;
  readonly options: readonly { readonly name: string; readonly link: string }[];
  /** Milliseconds UTC. */
  readonly startMs: number;
  readonly endMs: number;
}

/** The text that is published and hashed: JSON, its fields in this order. */
export function writeTerms({ title, about, options, startMs, endMs }: RoundTerms): string {
  const named = options.map(({ name, link }) => ({ name, link }));
  return JSON.stringify({ title, about, options: named, startMs, endMs });
}

/** @param text as `writeTerms` wrote it */
export function readTerms(text: string): RoundTerms {
  return JSON.parse(text) as RoundTerms;
}

/** SHA-256 in hexadecimal digits: the journal has this hash in place of a round's text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
