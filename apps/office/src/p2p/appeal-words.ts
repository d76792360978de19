import type { Output } from '@meridian/contract/client/named-calls';
import { groupDigits } from '../shared/group-digits.ts';
import { unitsOfTyped } from '../shared/units-of-typed.ts';

export type AppealRow = Output<'GET /office/api/p2p_appeals'>['list'][number];
export type WholeAppeal = Output<'GET /office/api/p2p_appeal'>;
export type Side = WholeAppeal['sides']['buyer'];
export type Evidence = WholeAppeal['statements'][number]['files'][number];
export type Ruling = WholeAppeal['rulings'][number];
export type Fault = Ruling['fault'];

/** The currency that deals are paid in. */
export const FIAT = 'CNY';

interface State {
  readonly label: string;
  readonly color: 'default' | 'info' | 'warning' | 'success' | 'error';
}

/** In the order of the tabs. */
export const APPEAL_STATES: Readonly<Record<AppealRow['state'], State>> = {
  open: { label: 'Open', color: 'error' },
  ruled: { label: 'Ruled', color: 'success' },
  settled: { label: 'Settled by both', color: 'info' },
  withdrawn: { label: 'Withdrawn', color: 'default' },
};

export const REASONS: Readonly<Record<AppealRow['reason'], string>> = {
  not_released: 'Paid, and the coins were not released',
  cancelled_after_paying: 'Paid, and the order was cancelled',
  not_received: 'No payment arrived',
  wrong_amount: 'Another amount arrived',
  other_payer: 'Somebody else paid',
  payment_reversed: 'The payment was reversed',
  other: 'Something else',
};

export const SIDES: Readonly<Record<AppealRow['by'], string>> = {
  buyer: 'Buyer',
  seller: 'Seller',
};

export type Readers = WholeAppeal['chat'][number]['to'];
/** Readers of a message of customer service. */
export const READERS: Readonly<Record<Readers, string>> = {
  both: 'Both sides',
  buyer: 'The buyer alone',
  seller: 'The seller alone',
};

export const FAULTS: Readonly<Record<Fault, string>> = {
  nobody: 'Nobody',
  buyer: 'The buyer',
  seller: 'The seller',
};

export const WAYS: Readonly<Record<WholeAppeal['way'], string>> = {
  ali_pay: 'Alipay',
  we_chat: 'WeChat Pay',
  bank: 'Bank transfer',
};

export const DEAL_STATES: Readonly<Record<WholeAppeal['deal_state'], string>> = {
  unpaid: 'Not paid',
  paid: 'Marked as paid',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Names of the steps of a deal. */
export const CAUSES: Readonly<Record<string, string>> = {
  opened: 'Order placed',
  paid: 'Buyer marked it as paid',
  cancelled: 'Cancelled',
  expired: 'Not paid in time',
  extended: 'Seller gave more time to pay',
  released: 'Seller released',
  cancelAsked: 'Seller asked to cancel',
  cancelRefused: 'Buyer refused to cancel',
  appealed: 'Appeal opened',
  appealWithdrawn: 'Appeal withdrawn',
  ruled: 'Ruling',
};

/** The step that an appeal waits for; '' where it has ended. */
export function waitingFor({
  state,
  can_be_ruled,
  waits_for_second,
  answer_due_time,
}: Pick<AppealRow, 'state' | 'can_be_ruled' | 'waits_for_second' | 'answer_due_time'>): string {
  if (state !== 'open') return '';
  if (!can_be_ruled) return `An answer, until ${answer_due_time}`;
  return waits_for_second ? 'A second operator' : 'A ruling';
}

/** The heading of a ruling that an operator asked for. */
export function rulingTitle(
  ruling: Pick<Ruling, 'state'>,
  appeal: Pick<AppealRow, 'state'>,
): string {
  switch (ruling.state) {
    case 'waits':
      return 'Ruled once; a second operator has to rule the same';
    case 'counts':
      return 'Ruling';
    case 'passed':
      return appeal.state === 'open' || appeal.state === 'ruled'
        ? 'Does not count: another ruling replaced it'
        : 'Does not count: the appeal ended without a ruling';
  }
}

/** The error of a typed amount above the limit `most`; undefined for any other text. */
export function aboveFault(typed: string, most: string): string | undefined {
  const [units, limit] = [unitsOfTyped(typed), unitsOfTyped(most)];
  if (units === undefined || limit === undefined || units <= limit) return undefined;
  return `At most ${groupDigits(most)}`;
}

/** The parts of a ruling that decide: the buyer's coins, the fault, and the cut of the bond. */
type Decision = Pick<Ruling, 'to_buyer' | 'fault' | 'bond_cut'>;

/** Whether two rulings decide the same. Their amounts may be written differently. */
export function isSameRuling(a: Decision, b: Decision): boolean {
  return (
    a.fault === b.fault &&
    unitsOfTyped(a.to_buyer) === unitsOfTyped(b.to_buyer) &&
    unitsOfTyped(a.bond_cut) === unitsOfTyped(b.bond_cut)
  );
}
