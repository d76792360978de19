import { Type, type Static } from 'typebox';
import { Stamp } from '../schema/event.ts';

/** `earn_lock`: an own lock was opened, paid, changed or ended. Only to its owner's sockets. */
export const EarnLockEvent = Type.Object({
  id: Type.Integer(),
  product_id: Type.Integer(),
  what: Type.Enum(['opened', 'paid', 'changed', 'ended']),
  ...Stamp,
});
export type EarnLockEvent = Static<typeof EarnLockEvent>;

/** `earn_saving`: own savings or their orders have changed. Only to their owner's sockets. */
export const EarnSavingEvent = Type.Object({
  id: Type.Integer({ description: 'of the product' }),
  ...Stamp,
});
export type EarnSavingEvent = Static<typeof EarnSavingEvent>;

/** `earn_terms`: terms of products changed, or a day of savings began. With `daymarket`. */
export const EarnTermsEvent = Type.Object({ ids: Type.Array(Type.Integer()), ...Stamp });
export type EarnTermsEvent = Static<typeof EarnTermsEvent>;
