import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isDecision, type Call } from './call.ts';

/** Permissions of who decides on what others asked for, or on who decides. */
const DECIDING = /\.(?:approve|decide|review|pay|release)$|^operators\.write$/;

async function officeCalls(): Promise<Call[]> {
  const names = readdirSync(import.meta.dirname).filter(
    (name) => /^office.*\.ts$/.test(name) && !name.includes('.test.'),
  );
  const modules = await Promise.all(
    names.map((name) => import(`./${name.slice(0, -3)}.ts`) as Promise<Record<string, unknown>>),
  );
  const isCall = (value: unknown): value is Call =>
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
  return modules.flatMap((module) => Object.values(module).filter(isCall));
}

it('what decides says so: whoever makes it waits after joining and sends a code', async () => {
  const calls = await officeCalls();
  expect(calls.length).toBeGreaterThan(70);
  const missing = calls.filter(
    (call) => call.method === 'POST' && DECIDING.test(call.permission ?? '') && !isDecision(call),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});

it('only what operators change asks for a code', async () => {
  const wrong = (await officeCalls()).filter(
    (call) =>
      (isDecision(call) || call.asksCode === true) &&
      (call.method !== 'POST' || call.access !== 'operator'),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
