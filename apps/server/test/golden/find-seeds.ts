/**
 * Finds two seeds of the command stream that together meet most: which they are changes with the
 * stream and with the rules.
 */
import { Exchange } from '@meridian/core/exchange';
import { CommandStream } from '@meridian/testkit/command-stream';
import { NaiveExchange } from '@meridian/testkit/naive-exchange';
import { nameOf } from './event-name.ts';
import { ENGINE_COMMANDS } from './record-engine.ts';

const TRIED = 400;

/** @param tell takes the outcomes of commands that no pair meets, if any, and then the pair */
export function findSeeds(tell: (line: string) => void): void {
  const metBy = new Map(
    Array.from({ length: TRIED }, (_, index) => [index + 1, whatIsMet(index + 1)] as const),
  );
  const all = new Set([...metBy.values()].flatMap((met) => [...met]));
  let best = { seeds: [0, 0], met: new Set<string>() };
  for (const [one, met] of metBy) {
    for (const [other, metToo] of metBy) {
      const both = new Set([...met, ...metToo]);
      if (worth(both) > worth(best.met)) best = { seeds: [one, other], met: both };
    }
  }
  for (const outcome of all) if (!best.met.has(outcome)) tell(`not met: ${outcome}`);
  tell(`seeds ${best.seeds.join(' and ')}`);
}

/** No play with a server meets them. Single sets are found anew where a scenario comes to. */
const NOWHERE_ELSE = new Set([
  'custody.fail accepted',
  'custody.freeze accepted',
  'custody.holdBack accepted',
  'spot.cancelByOperator accepted',
  'orderClosed decrement',
  'orderClosed outOfBand',
  'orderClosed operator',
  'marginOrderCancelled slippage',
  'positionClosed cover',
  'positionClosed limit',
  'positionCloseEnded cancelled',
  'badDebt',
  'loanWarned',
  'loanLost',
  'lockEnded collected',
]);

/** Accepted commands, which have rows, count for more than events: the servers' sets have most. */
function worth(met: ReadonlySet<string>): number {
  let all = met.size;
  for (const outcome of met) {
    if (NOWHERE_ELSE.has(outcome)) all += 1_000_000;
    if (outcome.endsWith(' accepted')) all += 1_000;
  }
  return all;
}

/** Each kind of command, accepted or refused, and each kind of event with its reason. */
function whatIsMet(seed: number): Set<string> {
  const stream = new CommandStream(seed);
  const twin = new NaiveExchange();
  const core = new Exchange();
  const opening = [...stream.opening()];
  const met = new Set<string>();
  for (let sent = 0; sent < ENGINE_COMMANDS; sent++) {
    const { command, timeMs } = opening.shift() ?? stream.next(twin);
    twin.apply(command, timeMs);
    const { outcome, events } = core.apply(command, timeMs);
    met.add(`${command.kind} ${outcome.ok ? 'accepted' : 'refused'}`);
    for (const event of events) met.add(nameOf(event));
  }
  return met;
}
