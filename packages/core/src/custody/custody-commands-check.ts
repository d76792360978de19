/**
 * Whether the commands of custody agree with their types: the journal and the fuzzer may bring
 * anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { SYSTEM, WALLETS } from '../ledger/accounts.ts';
import { COST_TRANSFERS, HOLD_TRANSFERS, isTransferOf } from '../ledger/transfer-id.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import type { SnapshotNetwork } from './custody-snapshot.ts';
import {
  WITHDRAWAL_RISKS,
  type ApproveWithdrawal,
  type CancelWithdrawal,
  type CreditDeposit,
  type DepositName,
  type FreezeAccount,
  type HoldBack,
  type HoldFunds,
  type Network,
  type PayChainCost,
  type PayHold,
  type RejectWithdrawal,
  type RequestWithdrawal,
  type SettleWithdrawal,
  type TransferFunds,
} from './custody-commands.ts';

const MAX_NETWORK_ID = 1_023;
const MAX_MARKET_ID = 65_535;
const MAX_APPROVALS = 2;
const MAX_WAIT_MS = 7 * 86_400_000;
/**
 * Names of the chain: a longer text, or one with spaces, is no transaction or address of any chain.
 */
const CHAIN_TEXT = /^[\x21-\x7e]{1,128}$/;
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

/** The network with its fields and nothing else, in a fixed order; undefined where it is none. */
export function pickNetwork(network: Network): Network | undefined {
  if (typeof network !== 'object' || network === null) return undefined;
  const { id, currency, name, worthMarket, isOpen } = network;
  if (
    !isWithin(id, 1, MAX_NETWORK_ID) ||
    !isWithin(currency, 1, MAX_CURRENCY_ID) ||
    !isWithin(worthMarket, 0, MAX_MARKET_ID)
  )
    return undefined;
  if (typeof name !== 'string' || !/^[a-z0-9]{2,12}$/.test(name) || typeof isOpen !== 'boolean')
    return undefined;
  if (AMOUNTS.some((field) => !isAmount(network[field], 0n))) return undefined;
  const {
    minDeposit,
    minWithdrawal,
    maxWithdrawal,
    fee,
    maxPerHour,
    maxPerDay,
    oneApprovalFrom,
    twoApprovalsFrom,
    newAddressWaitMs,
  } = network;
  if (newAddressWaitMs !== undefined && !isWithin(newAddressWaitMs, 0, MAX_WAIT_MS))
    return undefined;
  if (
    minDeposit < 1n ||
    fee >= minWithdrawal ||
    minWithdrawal > maxWithdrawal ||
    oneApprovalFrom > twoApprovalsFrom
  )
    return undefined;
  return {
    id,
    currency,
    name,
    minDeposit,
    minWithdrawal,
    maxWithdrawal,
    fee,
    maxPerHour,
    maxPerDay,
    worthMarket,
    oneApprovalFrom,
    twoApprovalsFrom,
    isOpen,
    ...(newAddressWaitMs === undefined ? {} : { newAddressWaitMs }),
  };
}

export function encodeNetwork(network: Network): SnapshotNetwork {
  return withAmounts(network, encodeAmount) as unknown as SnapshotNetwork;
}

/** @param network amounts are decimal strings; the null of a malformed one stays */
export function decodeNetwork(network: SnapshotNetwork): Network {
  return withAmounts(network, decodeAmount) as unknown as Network;
}

function withAmounts(
  network: Network | SnapshotNetwork,
  change: (amount: unknown) => unknown,
): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...network };
  for (const field of AMOUNTS) changed[field] = change(network[field]);
  return changed;
}

/**
 * Customers, and the house: it brings capital in as they bring coins, and spreads it over its
 * wallets.
 */
function hasWallets(user: unknown): boolean {
  return isTradingUser(user) || user === SYSTEM.house;
}

export function isTransfer({ user, from, to, currency, amount }: TransferFunds): boolean {
  return (
    hasWallets(user) &&
    WALLETS.includes(from) &&
    WALLETS.includes(to) &&
    isWithin(currency, 1, MAX_CURRENCY_ID) &&
    isAmount(amount, 1n)
  );
}

export function isDepositName({ network, transaction, output }: DepositName): boolean {
  return (
    isWithin(network, 1, MAX_NETWORK_ID) &&
    isChainText(transaction) &&
    isWithin(output, 0, Number.MAX_SAFE_INTEGER)
  );
}

export function isDeposit(command: CreditDeposit): boolean {
  return isDepositName(command) && hasWallets(command.user) && isAmount(command.amount, 1n);
}

export function isRequest(command: RequestWithdrawal): boolean {
  const { user, network, amount, address, recipient, dayLimit, approvals, risks, mostFee } =
    command;
  if (
    !isTradingUser(user) ||
    !isWithin(network, 1, MAX_NETWORK_ID) ||
    !isAmount(amount, 1n) ||
    !isChainText(address)
  )
    return false;
  return (
    (recipient === 0 || isTradingUser(recipient)) &&
    isAmount(dayLimit, 0n) &&
    isWithin(approvals, 0, MAX_APPROVALS) &&
    (risks === undefined || areRisks(risks)) &&
    (mostFee === undefined || isAmount(mostFee, 0n))
  );
}

function areRisks(risks: unknown): boolean {
  return (
    Array.isArray(risks) &&
    new Set(risks).size === risks.length &&
    risks.every((risk) => (WITHDRAWAL_RISKS as readonly unknown[]).includes(risk))
  );
}

export function isFreeze({ user, isFrozen }: FreezeAccount): boolean {
  return isTradingUser(user) && typeof isFrozen === 'boolean';
}

export function isHoldBack({ user, untilMs }: HoldBack): boolean {
  return isTradingUser(user) && isWithin(untilMs, 1, Number.MAX_SAFE_INTEGER);
}

export function isCancel({ user, withdrawal }: CancelWithdrawal): boolean {
  return isTradingUser(user) && isWithin(withdrawal, 1, Number.MAX_SAFE_INTEGER);
}

export function isDecision({ operator }: ApproveWithdrawal | RejectWithdrawal): boolean {
  return isWithin(operator, 1, Number.MAX_SAFE_INTEGER);
}

export function isSettlement({ transaction }: SettleWithdrawal): boolean {
  return isChainText(transaction);
}

export function isCost({ user, amount, reference, transfer }: PayChainCost): boolean {
  return (
    user === SYSTEM.house &&
    isAmount(amount, 1n) &&
    isChainText(reference) &&
    isTransferOf(transfer, COST_TRANSFERS)
  );
}

export function isHold({ user, currency, amount, dayLimit, transfer }: HoldFunds): boolean {
  if (!isTradingUser(user) || !isWithin(currency, 1, MAX_CURRENCY_ID) || !isAmount(amount, 1n))
    return false;
  return (
    (dayLimit === undefined || isAmount(dayLimit, 0n)) && isTransferOf(transfer, HOLD_TRANSFERS)
  );
}

export function isPayHold({ escrow, recipient, operator = 1 }: PayHold): boolean {
  return (
    isWithin(escrow, 1, Number.MAX_SAFE_INTEGER) &&
    isWithin(operator, 1, Number.MAX_SAFE_INTEGER) &&
    (recipient === 0 || isTradingUser(recipient))
  );
}

function isChainText(value: unknown): value is string {
  return typeof value === 'string' && CHAIN_TEXT.test(value);
}
