import { Type, type Static } from 'typebox';
import { Stamp } from '../schema/event.ts';
import { PLAN_SKIPS } from './calls.ts';

/**
 * `convert`: an own quote was accepted, dust was swept, or a time of an own plan came. Only to the
 * owner's sockets.
 */
export const ConvertEvent = Type.Object({
  what: Type.Enum(['accepted', 'swept', 'ran', 'skipped']),
  id: Type.Integer({ description: 'of the quote or the plan, 0 for dust' }),
  skipped: Type.Enum(['', ...PLAN_SKIPS], { description: "why a time was skipped, '' otherwise" }),
  ...Stamp,
});
export type ConvertEvent = Static<typeof ConvertEvent>;

/** `convert_terms`: terms of conversions changed. To everybody: pages fetch the pairs again. */
export const ConvertTermsEvent = Type.Object({
  currency_ids: Type.Array(Type.Integer()),
  ...Stamp,
});
export type ConvertTermsEvent = Static<typeof ConvertTermsEvent>;
