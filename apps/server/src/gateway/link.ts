import { Refusal } from './refusal.ts';

/** Excludes `javascript:` and other schemes. */
const LINK = /^(?:|https?:\/\/\S+|mailto:\S+|\/(?![/\\])\S*)$/;
const LINK_LETTERS = 300;

/** Refuses a text that is no address of a page, here or elsewhere. '' is one of nowhere. */
export function checkLink(value: string, field = 'value'): void {
  if (value.length > LINK_LETTERS || !LINK.test(value))
    throw new Refusal('link_invalid', { field });
}
