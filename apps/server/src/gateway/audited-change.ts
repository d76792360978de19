import type { Command } from '@meridian/core/commands';
import type { Engine } from '../engine/engine.ts';
import type { Audit, AuditEntry } from './handler.ts';
import { Refusal } from './refusal.ts';

/**
 * Runs changes of a list one after the other: two at once would take the same number or the same
 * pair, or log a wrong state. It uses no lock of the database: a waiting change would hold a
 * connection, and the holder of the lock needs another for the log.
 */
export function inTurn(): <T>(change: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const mine = last.then(change);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/**
 * Writes to the log before the command, so that nothing happens that the log does not have. A
 * rejection of the engine is logged too.
 * @param command or how it is made, where that writes something that the log has to know of before
 */
export async function submitAudited(
  engine: Pick<Engine, 'submit'>,
  audit: Audit,
  entry: AuditEntry,
  command: Command | (() => Promise<Command>),
): Promise<void> {
  await audit(entry);
  const { outcome } = await engine.submit(
    typeof command === 'function' ? await command() : command,
  );
  if (outcome.ok) return;
  await audit({
    action: `${entry.action}_refused`,
    subject: entry.subject,
    after: outcome.rejection,
  });
  throw new Refusal(outcome.rejection);
}
