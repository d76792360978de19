import { knownCommand, type KnownCommand } from './command-areas.ts';
import type { AnyFieldCodec } from './command-table.ts';
import type { Command } from './commands.ts';

/**
 * The command as the JSON that the journal keeps: one object, amounts as decimal strings, absent
 * keys left out. It takes malformed commands too, because older journals keep them like all others:
 * an amount that is no bigint and a bigint that is no amount become null, which is refused at
 * replay for the same reason as it was live.
 */
export function encodeCommand(command: Command): string {
  const fields = knownCommand(command.kind)?.fields;
  if (fields !== undefined)
    return stringifyWithoutBigint(
      withFields(command, fields, (codec, value) => codec.encode(value as never)),
    );
  try {
    return JSON.stringify(command);
  } catch {
    return stringifyWithoutBigint(command);
  }
}

/**
 * Reads a text that `encodeCommand` wrote. Throws on anything that is not a command: a journal that
 * cannot be read stops the engine.
 */
export function decodeCommand(text: string): Command {
  const command = JSON.parse(text) as Command;
  const known = knownCommand(command.kind);
  if (known === undefined) throw new Error(`unknown kind of command: ${String(command.kind)}`);
  const { fields } = known;
  return fields === undefined
    ? command
    : (withFields(command, fields, (codec, value) =>
        codec.decode(value as never),
      ) as unknown as Command);
}

/** Keeps the order of the fields, on which the fingerprints of idempotency keys depend. */
function withFields(
  command: Command,
  fields: NonNullable<KnownCommand['fields']>,
  change: (codec: AnyFieldCodec, value: unknown) => unknown,
): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...command };
  for (const [name, codec] of fields)
    if (codec.isOptional !== true || changed[name] !== undefined)
      changed[name] = change(codec, changed[name]);
  return changed;
}

function stringifyWithoutBigint(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? null : inner,
  );
}
