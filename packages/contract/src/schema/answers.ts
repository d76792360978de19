import { Type, type TProperties } from 'typebox';

// Parts of answers that many calls share.

/** An amount, a price or a rate: digits, at most one point, no exponent. */
export const DecimalOut = Type.String({ description: 'plain decimal' });
/** A time as people read it, on the wall of the exchange. */
export const TimeOut = Type.String({
  description: "YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where there is none",
});
/** A customer's call has done what it was asked: a sentence that says so. */
export const Done = Type.String({ description: 'text for the person' });

/** A page of a list, the rows of all pages counted. */
export const listOf = <P extends TProperties>(row: P) =>
  Type.Object({ list: Type.Array(Type.Object(row)), total: Type.Integer(), page: Type.Integer() });
