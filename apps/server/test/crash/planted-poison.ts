/**
 * For tests: loaded into each thread of a server before any other code (`--import`). It makes the
 * core break an invariant on commands like the one in the file that POISON names, from that file's
 * engine time on: earlier journal rows replay unchanged.
 */
import { readFileSync } from 'node:fs';
import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { InvariantError } from '@meridian/core/invariants';

export interface Poison {
  readonly kind: string;
  /** Market of the order or of one of the prices; absent: any command of the kind. */
  readonly market?: number;
  /** Of an order. */
  readonly quantityLots?: number;
  readonly fromMs: number;
}

const file = process.env['POISON'] ?? '';
const kinds = new Set(['spot.place', 'index.set', 'clock.tick']);
const prototype = Exchange.prototype as { apply: Exchange['apply'] };
const { apply } = prototype;

prototype.apply = function (this: Exchange, command, timeMs) {
  const applied = apply.call(this, command, timeMs);
  if (kinds.has(command.kind) && isPoison(command, timeMs))
    throw new InvariantError('L1', 'this is poison');
  return applied;
};

function isPoison(command: Command, timeMs: number): boolean {
  const { kind, market, quantityLots, fromMs } = JSON.parse(readFileSync(file, 'utf8')) as Poison;
  if (command.kind !== kind || timeMs < fromMs) return false;
  if (command.kind === 'index.set') return command.prices.some(([priced]) => priced === market);
  return (
    command.kind !== 'spot.place' ||
    (command.market === market && command.quantityLots === quantityLots)
  );
}
