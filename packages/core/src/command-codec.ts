import type { Amount } from '@meridian/money/amount';
import type { Market } from './catalog/catalog.ts';
import type { Command } from './commands.ts';
import { decodeNetwork, encodeNetwork } from './custody/custody-commands-check.ts';
import {
  decodeTerms as decodeMarginTerms,
  encodeTerms as encodeMarginTerms,
} from './margin/margin-commands-check.ts';
import type { SnapshotMarginTerms } from './margin/margin-snapshot.ts';
import {
  decodeOffer,
  decodeTerms,
  encodeOffer,
  encodeTerms,
} from './seconds/seconds-commands-check.ts';
import type { SnapshotInsuranceOffer, SnapshotSecondsTerms } from './seconds/seconds-snapshot.ts';
import type { SnapshotNetwork } from './custody/custody-snapshot.ts';

/**
 * The command as the JSON that the journal keeps: one object, amounts as decimal strings, absent
 * keys left out. It takes malformed commands too, because they are journaled like all others: an
 * amount that is no bigint and a bigint that is no amount become null, which is refused at replay
 * for the same reason as it was live.
 */
export function encodeCommand(command: Command): string {
  switch (command.kind) {
    case 'ledger.deposit':
    case 'ledger.credit':
    case 'custody.transfer':
    case 'custody.deposit':
    case 'custody.cost':
    case 'seconds.insure':
      return encodeWithoutBigint({ ...command, amount: amountText(command.amount) });
    case 'custody.hold':
      return encodeWithoutBigint({
        ...command,
        amount: amountText(command.amount),
        ...(command.dayLimit === undefined ? {} : { dayLimit: amountText(command.dayLimit) }),
      });
    case 'custody.withdraw':
      return encodeWithoutBigint({
        ...command,
        amount: amountText(command.amount),
        dayLimit: amountText(command.dayLimit),
        ...(command.mostFee === undefined ? {} : { mostFee: amountText(command.mostFee) }),
      });
    case 'seconds.open':
      return encodeWithoutBigint({ ...command, stake: amountText(command.stake) });
    case 'margin.terms':
      return encodeWithoutBigint({ ...command, terms: encodeMarginTerms(command.terms) });
    case 'seconds.terms':
      return encodeWithoutBigint({ ...command, terms: encodeTerms(command.terms) });
    case 'seconds.listInsurance':
      return encodeWithoutBigint({ ...command, offer: encodeOffer(command.offer) });
    case 'market.list':
      return encodeWithoutBigint({ ...command, market: encodableMarket(command.market) });
    case 'custody.network':
      return encodeWithoutBigint({ ...command, network: encodeNetwork(command.network) });
    default:
      try {
        return JSON.stringify(command);
      } catch {
        return encodeWithoutBigint(command);
      }
  }
}

/**
 * Reads what `encodeCommand` wrote. Throws on anything that is not a command: a journal that cannot
 * be read stops the engine.
 */
export function decodeCommand(text: string): Command {
  const value = JSON.parse(text) as Command;
  switch (value.kind) {
    case 'core.upgrade':
    case 'core.checkpoint':
    case 'spot.place':
    case 'spot.cancel':
    case 'spot.cancelByOperator':
    case 'index.set':
    case 'currency.list':
    case 'clock.tick':
    case 'custody.reverse':
    case 'custody.cancel':
    case 'custody.approve':
    case 'custody.reject':
    case 'custody.sign':
    case 'custody.settle':
    case 'custody.fail':
    case 'custody.pause':
    case 'custody.freeze':
    case 'custody.holdBack':
    case 'custody.payHold':
    case 'margin.open':
    case 'margin.cancel':
    case 'margin.close':
    case 'margin.closeAll':
    case 'margin.stops':
    case 'seconds.endInsurance':
      return value;
    case 'market.list':
      return { ...value, market: decodeMarket(value.market) };
    case 'custody.network':
      return { ...value, network: decodeNetwork(value.network as unknown as SnapshotNetwork) };
    case 'custody.withdraw':
      return {
        ...value,
        amount: amountOf(value.amount),
        dayLimit: amountOf(value.dayLimit),
        ...(value.mostFee === undefined ? {} : { mostFee: amountOf(value.mostFee) }),
      };
    case 'custody.hold':
      return {
        ...value,
        amount: amountOf(value.amount),
        ...(value.dayLimit === undefined ? {} : { dayLimit: amountOf(value.dayLimit) }),
      };
    case 'ledger.deposit':
    case 'ledger.credit':
    case 'custody.transfer':
    case 'custody.deposit':
    case 'custody.cost':
    case 'seconds.insure':
      return { ...value, amount: amountOf(value.amount) };
    case 'seconds.open':
      return { ...value, stake: amountOf(value.stake) };
    case 'margin.terms':
      return { ...value, terms: decodeMarginTerms(value.terms as unknown as SnapshotMarginTerms) };
    case 'seconds.terms':
      return { ...value, terms: decodeTerms(value.terms as unknown as SnapshotSecondsTerms) };
    case 'seconds.listInsurance':
      return { ...value, offer: decodeOffer(value.offer as unknown as SnapshotInsuranceOffer) };
    default:
      throw new Error(`unknown kind of command: ${String((value as { kind?: unknown }).kind)}`);
  }
}

function encodableMarket(market: Market): unknown {
  const { tickSize, lotSize, minNotional, ...rest } = market;
  return {
    ...rest,
    tickSize: amountText(tickSize),
    lotSize: amountText(lotSize),
    minNotional: amountText(minNotional),
  };
}

function decodeMarket(market: Market): Market {
  return {
    ...market,
    tickSize: amountOf(market.tickSize),
    lotSize: amountOf(market.lotSize),
    minNotional: amountOf(market.minNotional),
  };
}

function encodeWithoutBigint(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? null : inner,
  );
}

function amountText(amount: unknown): string | null {
  return typeof amount === 'bigint' ? amount.toString() : null;
}

/** @param text decimal digits, or the null of a malformed command, which stays null */
function amountOf(text: unknown): Amount {
  return (typeof text === 'string' ? BigInt(text) : null) as Amount;
}
