/** A field of the log in words: `maker_fee_bps` is `maker fee (bps)`, `rules.fee` is `rules, fee`. */
export function fieldName(field: string): string {
  return field
    .replaceAll('.', ', ')
    .replaceAll('_', ' ')
    .replace(/ bps$/, ' (bps)')
    .replace(/ ms$/, ' (ms)');
}
