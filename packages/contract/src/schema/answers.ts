import { Type, type TProperties } from 'typebox';

// Parts of answers shared by many calls.

/** An amount, a price or a rate: digits, at most one point, no exponent. */
export const DecimalOut = Type.String({ description: 'plain decimal' });
/** A time for people, on the clock of the exchange. */
export const TimeOut = Type.String({
  description: "YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where there is none",
});
/** Answer to a customer's call that succeeded: a sentence for the person. */
export const Done = Type.String({ description: 'text for the person' });

/** A page of a list, with the number of rows of all pages. */
export const listOf = <P extends TProperties>(row: P) =>
  Type.Object({ list: Type.Array(Type.Object(row)), total: Type.Integer(), page: Type.Integer() });
