/** No caller can send a transfer id into the core: the server assigns each id itself. */
import type { Command } from '@meridian/core/commands';
import { TRANSFER_KINDS } from '@meridian/core/ledger/transfer-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goodCall } from './items/good-calls.ts';
import { Scene } from './items/scene.ts';

const FORGED = 7_654_321;
let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

it('every call, with an id of some kind beside what is right, in any encoding', async () => {
  const { exchange } = scene;
  const submitted: Command[] = [];
  const submit = exchange.submit;
  exchange.submit = (command) => {
    submitted.push(command);
    return submit(command);
  };
  for (const [index, call] of exchange.calls.entries()) {
    // A kind is no more to the server than another: calls take turns with them.
    const kind = TRANSFER_KINDS[index % TRANSFER_KINDS.length];
    const { authorization, input, file, headers = {} } = await goodCall(scene, call);
    if (file !== undefined) continue;
    const asObject = { ...input, transfer: { kind, number: FORGED } };
    const asFields = {
      ...input,
      'transfer[kind]': kind,
      'transfer[number]': String(FORGED),
      transfer: JSON.stringify({ kind, number: FORGED }),
    };
    await scene.send(call, asObject as never, { authorization, encoding: 'json', headers });
    await scene.send(call, asFields as never, { authorization, encoding: 'form', headers });
  }
  expect(
    new Set(submitted.map(({ kind }) => kind)).size,
    'calls that succeed reach the core',
  ).toBeGreaterThan(20);
  const inCommands = submitted.filter((command) =>
    JSON.stringify(command, (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ).includes(String(FORGED)),
  );
  expect(inCommands).toEqual([]);
  // Each carried id is one that the server assigned.
  const given = await exchange.queries.selectFrom('transfers').select(['kind', 'number']).execute();
  const known = new Set(given.map(({ kind, number }) => `${kind} ${number}`));
  const carried = submitted.flatMap((command) =>
    'transfer' in command && command.transfer !== undefined
      ? [`${command.transfer.kind} ${command.transfer.number}`]
      : [],
  );
  expect(carried.length).toBeGreaterThan(0);
  // A key would be looked up among those of the customer, who may have used it.
  const keyed = submitted.filter(
    (command) =>
      'transfer' in command &&
      command.transfer !== undefined &&
      'key' in command &&
      command.key !== undefined,
  );
  expect(keyed).toEqual([]);
  expect(carried.filter((id) => !known.has(id))).toEqual([]);
  expect(JSON.stringify(exchange.engine.exchange.snapshot().transfers)).not.toContain(
    String(FORGED),
  );
}, 120_000);
