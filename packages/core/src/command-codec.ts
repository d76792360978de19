import type { Amount } from '@meridian/money/amount';
import type { Market } from './catalog/catalog.ts';
import type { Command } from './commands.ts';

/**
 * The command as the JSON that the journal keeps: one object, amounts as decimal strings, absent keys left out. It takes
 * malformed commands too (a bigint where a number belongs): they are refused, now and at replay, and never stop the engine.
 */
export function encodeCommand(command: Command): string {
  switch (command.kind) {
    case 'market.list':
    case 'ledger.deposit':
    case 'ledger.credit':
      return encodeWithAmounts(command);
    default:
      try {
        return JSON.stringify(command);
      } catch {
        return encodeWithAmounts(command);
      }
  }
}

function encodeWithAmounts(command: Command): string {
  return JSON.stringify(command, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Reads what `encodeCommand` wrote. Throws on anything that is not a command: a journal that cannot be read stops the engine. */
export function decodeCommand(text: string): Command {
  const value = JSON.parse(text) as Command;
  switch (value.kind) {
    case 'spot.place':
    case 'spot.cancel':
    case 'index.set':
    case 'currency.list':
      return value;
    case 'market.list':
      return { ...value, market: decodeMarket(value.market) };
    case 'ledger.deposit':
    case 'ledger.credit':
      return { ...value, amount: BigInt(value.amount) as Amount };
    default:
      throw new Error(`unknown kind of command: ${String((value as { kind?: unknown }).kind)}`);
  }
}

function decodeMarket(market: Market): Market {
  return {
    ...market,
    tickSize: BigInt(market.tickSize),
    lotSize: BigInt(market.lotSize),
    minNotional: BigInt(market.minNotional),
  };
}
