import { Type } from 'typebox';

// Parts of events shared by many areas.

/** The pair of an event. */
export const Pair = { legal_id: Type.Integer(), currency_id: Type.Integer() };
/** Sequence number of the state that the event reflects, and its engine time. */
export const Stamp = { seq: Type.Integer(), ts: Type.Integer({ description: 'milliseconds UTC' }) };
