import { Type } from 'typebox';

// Parts that events of many areas share.

/** The pair that an event is about. */
export const Pair = { legal_id: Type.Integer(), currency_id: Type.Integer() };
/** What it reflects, and the engine's time of it. */
export const Stamp = { seq: Type.Integer(), ts: Type.Integer({ description: 'milliseconds UTC' }) };
