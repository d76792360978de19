/**
 * Finds two seeds of the command stream that together meet most: which they are changes with the
 * stream and with the rules.
 */
import { Exchange } from '@meridian/core/exchange';
import { CommandStream } from '@meridian/testkit/command-stream';
import { NaiveExchange } from '@meridian/testkit/naive-exchange';
import { ENGINE_COMMANDS } from './record-engine.ts';

const TRIED = 150;

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

/** No play with a server is sure to meet them. */
const NOWHERE_ELSE = /^custody\.fail accepted$|^positionClose|^marginRemovalEnded short$/;

/**
 * Outcomes that only these sets can hold come first, then accepted commands, which have rows: events
 * are many, and the servers' sets have most of them.
 */
function worth(met: ReadonlySet<string>): number {
  const count = (pattern: RegExp): number => [...met].filter((what) => pattern.test(what)).length;
  return count(NOWHERE_ELSE) * 1_000_000 + count(/ accepted$/) * 1_000 + met.size;
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
    for (const event of events)
      met.add('reason' in event ? `${event.type} ${String(event.reason)}` : event.type);
  }
  return met;
}
