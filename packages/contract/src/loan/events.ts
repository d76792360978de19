import { Type, type Static } from 'typebox';
import { LOAN_EVENT_KINDS, LoanOut } from './calls.ts';
import { Stamp } from '../schema/event.ts';

/** `loan`: something happened to an own loan. Only to the owner's sockets. */
export const LoanEvent = Type.Object({
  id: LoanOut.properties.id,
  kind: Type.Enum([...LOAN_EVENT_KINDS]),
  state: LoanOut.properties.state,
  level: LoanOut.properties.level,
  ...Stamp,
});
export type LoanEvent = Static<typeof LoanEvent>;
