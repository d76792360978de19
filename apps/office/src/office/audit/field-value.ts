import { networkLabel, WITHDRAWAL_STATES } from '../../custody/custody-words.ts';
import { MARKET_STATUSES } from '../../market/market-status.ts';
import { roleName } from '../operators/roles.ts';
import { groupDigits } from '../../shared/group-digits.ts';
import { percentOf } from '../../shared/percent.ts';
import { isoTime } from '../../shared/time-of.ts';
import { walletName } from '../../shared/wallet-names.ts';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** Identifiers, which are not grouped like amounts. */
const NAMES_SOMETHING =
  /(?:^|[._])(?:id|user|application|base|quote|currency|market|height|session|operator|value)$/;
/** Flags that are 0 or 1 on the wire. */
const FLAG = /^(?:is_display|open_microtrade|open|linked|registered)$/;
/** Times in milliseconds since 1970. */
const TIME = /^(?:start|end|opens|closes|cliff|frozen|restricted_until)_ms$/;

/** A value in words: `maker_fee_bps` 10 is `0.10%`, `is_open` true is `Yes`. '' stays ''. */
export function fieldValue(field: string, value: string): string {
  const name = field.split('.').at(-1) ?? field;
  if (value === '') return '';
  if (value === 'true' || (FLAG.test(name) && value === '1')) return 'Yes';
  if (value === 'false' || (FLAG.test(name) && value === '0')) return 'No';
  if (name === 'status')
    return (
      MARKET_STATUSES.find(({ id }) => id === value)?.name ??
      WITHDRAWAL_STATES[value as keyof typeof WITHDRAWAL_STATES]?.label ??
      value
    );
  if (name === 'role') return roleName(value as Parameters<typeof roleName>[0]);
  if (name === 'network') return networkLabel(value);
  if (name === 'wallet') return walletName(value);
  if (name === 'direction')
    return value === 'to_hot' ? 'From cold storage to the hot wallet' : 'To cold storage';
  return DECIMAL.test(value) ? measured(field, name, value) : value;
}

function measured(field: string, name: string, value: string): string {
  if (name.endsWith('_bps') && Number.isSafeInteger(Number(value))) return percentOf(Number(value));
  if (name.endsWith('_percent')) return `${value}%`;
  if (TIME.test(name)) return isoTime(Number(value)).replace('T', ' ');
  if (name.endsWith('_ms')) return `${groupDigits(value)} ms`;
  if (name === 'seconds') return `${value} s`;
  return NAMES_SOMETHING.test(field) ? value : groupDigits(value);
}
