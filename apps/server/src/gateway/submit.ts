import type { Command } from '@meridian/core/commands';
import type { Accepted } from '@meridian/core/outcome';
import type { Engine } from '../engine/engine.ts';
import { Refusal } from './refusal.ts';

/**
 * Gives a command to the engine. The answer is durable when it arrives; a rejection becomes a
 * refusal of the same code.
 */
export async function submit(engine: Pick<Engine, 'submit'>, command: Command): Promise<Accepted> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok) throw new Refusal(outcome.rejection);
  return outcome;
}
