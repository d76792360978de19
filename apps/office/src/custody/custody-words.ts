import type { Output } from '@meridian/contract/client/named-calls';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import type { QueueState } from '../shared/queue-state.ts';

export type Withdrawal = Output<'GET /office/api/withdrawals'>['list'][number];
export type Deposit = Output<'GET /office/api/deposits'>['list'][number];
export type Claim = Output<'GET /office/api/claims'>['list'][number];
export type Network = Output<'GET /office/api/networks'>[number];

/** Operators' name of a network; another text stays as it is. */
export function networkLabel(name: string): string {
  return Object.hasOwn(NETWORKS, name) ? NETWORKS[name as NetworkName].officeLabel : name;
}

/** How a customer confirmed a withdrawal. */
export const CONFIRMATIONS: Readonly<Record<Exclude<Withdrawal['confirmed_by'], ''>, string>> = {
  passkey: 'Passkey',
  totp: 'Authenticator code',
  email: 'Code by mail',
  mobile: 'Code by text message',
};

/** In the order of the tabs. */
export const WITHDRAWAL_STATES: Readonly<Record<Withdrawal['status'], QueueState>> = {
  applying: { label: 'Waiting', color: 'warning' },
  agreed: { label: 'Being sent', color: 'info' },
  success: { label: 'Sent', color: 'success' },
  in_site: { label: 'In the house', color: 'success' },
  failure: { label: 'Failed', color: 'error' },
  rejected: { label: 'Rejected', color: 'default' },
  cancelled: { label: 'Taken back', color: 'default' },
};

export const DEPOSIT_STATES: Readonly<Record<Deposit['status'], QueueState>> = {
  pending: { label: 'Confirming', color: 'info' },
  credited: { label: 'Credited', color: 'success' },
  reversed: { label: 'Reversed', color: 'error' },
  ignored: { label: 'Too small', color: 'default' },
};

export const CLAIM_STATES: Readonly<Record<Claim['status'], QueueState>> = {
  open: { label: 'Waiting', color: 'warning' },
  matched: { label: 'Matched', color: 'success' },
  rejected: { label: 'Rejected', color: 'default' },
};

/** Reasons for a review: a label of two words, and a sentence. */
export const RISKS: Readonly<
  Record<Withdrawal['flags'][number], { readonly label: string; readonly meaning: string }>
> = {
  new_address: {
    label: 'New address',
    meaning: 'Nothing of this customer arrived at this address a day ago or earlier.',
  },
  new_device: {
    label: 'New device',
    meaning: 'Asked for from a device that the account was not used from a day ago.',
  },
  security_change: {
    label: 'Security change',
    meaning: 'Password, second factor, mail or phone changed within the last days.',
  },
  velocity: { label: 'Many in a day', meaning: 'More than five withdrawals within 24 hours.' },
  added_up: {
    label: 'Adds up',
    meaning: 'With all that left within 24 hours it is above what leaves without an operator.',
  },
  tier: { label: 'Large', meaning: 'Above what leaves the network without an operator.' },
  first: { label: 'First', meaning: 'The first withdrawal of the account.' },
};

const STEPS: Readonly<Record<string, string>> = {
  waiting: 'Next in line',
  built: 'Waits for the signer',
  signed: 'Signed',
  broadcast: 'On its way',
  done: 'In the chain',
  failed: 'Without effect',
};

/**
 * Splits the sender's state, `built: the signer refuses: paused`, into a step and its obstacle (''
 * without one).
 */
export function sendingOf(said: string): { step: string; trouble: string } {
  const [state = '', ...note] = said.split(': ');
  const trouble = note.join(': ');
  return {
    step: STEPS[state] ?? state,
    trouble: trouble.charAt(0).toUpperCase() + trouble.slice(1),
  };
}

/** An approved withdrawal that another one of its customer keeps from being sent. */
export const BEHIND = "Waits for the customer's other withdrawal, which is under review";

/** Whether a withdrawal has all approvals and waits for nothing that one more would end. */
export function isApproved({
  approvals,
  approvals_needed,
  waits_until,
}: Pick<Withdrawal, 'approvals' | 'approvals_needed' | 'waits_until'>): boolean {
  return waits_until === '' && approvals >= approvals_needed;
}

/** The effect of one more approval on a withdrawal. */
export function sendingAfter({
  approvals,
  approvals_needed,
  held_until,
  is_frozen,
  is_behind,
}: Pick<
  Withdrawal,
  'approvals' | 'approvals_needed' | 'held_until' | 'is_frozen' | 'is_behind'
>): string {
  if (is_frozen) return 'The account is frozen: nothing leaves it, and its coins are given back.';
  const isLast = approvals + 1 >= approvals_needed;
  const holds = [
    ...(held_until === ''
      ? []
      : [
          `The account is held back after a change of security: nothing is sent before ${held_until}.`,
        ]),
    ...(is_behind
      ? [
          "It waits for the customer's other withdrawal, which is under review: nothing of this customer is sent before that one is decided.",
        ]
      : []),
  ];
  const when =
    holds.length === 0 && isLast ? ['It is sent at once, and cannot be taken back.'] : holds;
  const others = isLast
    ? ''
    : `It is sent when ${approvals_needed} operators have approved it: you are number ${approvals + 1}.`;
  return [others, ...when].filter(Boolean).join(' ');
}
