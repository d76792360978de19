/** The shapes of the commands of custody, a second time. */
import type { CustodyCommand, Network } from '@meridian/core/custody/custody-commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { isTrader, isWholeNumber, LARGEST_NOTIONAL } from './naive-rules.ts';
import { isTransferMalformed } from './naive-transfers.ts';

const HOUR_MS = 3_600_000;

const WALLETS = ['spot', 'margin', 'seconds', 'p2p'];
const AMOUNTS = [
  'minDeposit',
  'minWithdrawal',
  'maxWithdrawal',
  'fee',
  'maxPerHour',
  'maxPerDay',
  'oneApprovalFrom',
  'twoApprovalsFrom',
] as const;

/** Whether every field has its type and range, in any state. */
export function isWellFormed(command: CustodyCommand): boolean {
  switch (command.kind) {
    case 'custody.network':
      return isNetworkWellFormed(command.network);
    case 'custody.transfer':
      return (
        isTraderOrHouse(command.user) &&
        WALLETS.includes(command.from) &&
        WALLETS.includes(command.to) &&
        isWholeNumber(command.currency, 1, 1023) &&
        isAmount(command.amount, 1n)
      );
    case 'custody.deposit':
      return (
        isWholeNumber(command.network, 1, 1023) &&
        isChainText(command.transaction) &&
        isWholeNumber(command.output, 0) &&
        isTraderOrHouse(command.user) &&
        isAmount(command.amount, 1n)
      );
    case 'custody.reverse':
      return (
        isWholeNumber(command.network, 1, 1023) &&
        isChainText(command.transaction) &&
        isWholeNumber(command.output, 0)
      );
    case 'custody.withdraw': {
      const { user, network, amount, address, recipient, dayLimit, approvals } = command;
      const isAddressed =
        isChainText(address) &&
        (Object.is(recipient, 0) || Object.is(recipient, -0) || isTrader(recipient));
      const { risks } = command;
      const given: readonly unknown[] | undefined = Array.isArray(risks) ? risks : undefined;
      const areRisks =
        risks === undefined ||
        (given?.every(
          (risk, index) =>
            (risk === 'new_device' || risk === 'security_change') && given.indexOf(risk) === index,
        ) ??
          false);
      return (
        isTrader(user) &&
        isWholeNumber(network, 1, 1023) &&
        isAmount(amount, 1n) &&
        isAddressed &&
        isAmount(dayLimit, 0n) &&
        (command.mostFee === undefined || isAmount(command.mostFee, 0n)) &&
        isWholeNumber(approvals, 0, 2) &&
        areRisks
      );
    }
    case 'custody.freeze':
      return isTrader(command.user) && typeof command.isFrozen === 'boolean';
    case 'custody.holdBack':
      return isTrader(command.user) && isWholeNumber(command.untilMs, 1);
    case 'custody.cancel':
      return isTrader(command.user) && isWholeNumber(command.withdrawal, 1);
    case 'custody.approve':
    case 'custody.reject':
      return isWholeNumber(command.operator, 1);
    case 'custody.settle':
      return isChainText(command.transaction);
    case 'custody.cost':
      return (
        command.user === SYSTEM.house &&
        isAmount(command.amount, 1n) &&
        isChainText(command.reference) &&
        !isTransferMalformed(command)
      );
    case 'custody.hold':
      if (isTransferMalformed(command)) return false;
      return (
        isTrader(command.user) &&
        isWholeNumber(command.currency, 1, 1023) &&
        isAmount(command.amount, 1n) &&
        (command.dayLimit === undefined || isAmount(command.dayLimit, 0n))
      );
    case 'custody.payHold':
      return (
        isWholeNumber(command.escrow, 1) &&
        (command.operator === undefined || isWholeNumber(command.operator, 1)) &&
        (Object.is(command.recipient, 0) ||
          Object.is(command.recipient, -0) ||
          isTrader(command.recipient))
      );
    case 'custody.pause':
      return typeof command.isPaused === 'boolean';
    case 'custody.sign':
    case 'custody.fail':
      return true;
    default:
      return false;
  }
}

function isTraderOrHouse(user: unknown): boolean {
  return isTrader(user) || user === SYSTEM.house;
}

function isNetworkWellFormed(network: Network): boolean {
  if (typeof network !== 'object' || network === null) return false;
  const {
    id,
    currency,
    worthMarket,
    name,
    isOpen,
    minDeposit,
    minWithdrawal,
    maxWithdrawal,
    fee,
    oneApprovalFrom,
    twoApprovalsFrom,
    newAddressWaitMs,
  } = network;
  if (newAddressWaitMs !== undefined && !isWholeNumber(newAddressWaitMs, 0, 7 * 24 * HOUR_MS))
    return false;
  if (
    !isWholeNumber(id, 1, 1023) ||
    !isWholeNumber(currency, 1, 1023) ||
    !isWholeNumber(worthMarket, 0, 65_535)
  )
    return false;
  if (
    typeof name !== 'string' ||
    name.length < 2 ||
    name.length > 12 ||
    [...name].some((letter) => !'abcdefghijklmnopqrstuvwxyz0123456789'.includes(letter))
  )
    return false;
  if (typeof isOpen !== 'boolean' || !AMOUNTS.every((field) => isAmount(network[field], 0n)))
    return false;
  return (
    minDeposit > 0n &&
    fee < minWithdrawal &&
    minWithdrawal <= maxWithdrawal &&
    oneApprovalFrom <= twoApprovalsFrom
  );
}

function isAmount(value: unknown, low: bigint): boolean {
  return typeof value === 'bigint' && value >= low && value < LARGEST_NOTIONAL;
}

function isChainText(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length >= 1 &&
    value.length <= 128 &&
    [...value].every((letter) => letter > ' ' && letter < '\x7f')
  );
}

/** Commands that a freeze stops, in the areas that list theirs. */
const FROZEN = [
  /^p2p\.(publish|edit|deal|release|bond|returnBond)$/,
  /^earn\.(lock|save)$/,
  /^convert\.(quote|accept|sweep|plan)$/,
  /^loan\.borrow$/,
  /^(vote\.cast|sale\.commit)$/,
];
const DEBT = [
  /^(spot\.place|margin\.(open|reverse|addMargin)|seconds\.open|seconds\.insure|custody\.transfer)$/,
  /^p2p\.(publish|edit|deal|bond)$/,
  /^earn\.(lock|save)$/,
  /^convert\.(quote|accept|sweep|plan)$/,
  /^(loan\.borrow|sale\.commit)$/,
];

/**
 * In older areas a freeze stops all commands but those that end something, or that are no act of
 * the user.
 */
export function isStoppedByFreeze(kind: string): boolean {
  const isEnding = [
    'spot.cancel',
    'margin.cancel',
    'custody.cancel',
    'seconds.endInsurance',
    'seconds.limitLoss',
    'seconds.limitTime',
    'seconds.beginBreak',
    'custody.deposit',
    'custody.freeze',
    'custody.holdBack',
    'custody.cost',
    'ledger.deposit',
    'ledger.credit',
    'rebate.member',
  ].includes(kind);
  return /^(p2p|earn|convert|loan|vote|sale)\./.test(kind)
    ? FROZEN.some((each) => each.test(kind))
    : !isEnding;
}

/** Whether a user in debt may not give a command of this kind. */
export function isStoppedByDebt(kind: string): boolean {
  return DEBT.some((each) => each.test(kind));
}
