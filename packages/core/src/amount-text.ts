/** Amounts in a snapshot are decimal strings of smallest units, so that it is plain JSON. */
export type AmountText = string;
