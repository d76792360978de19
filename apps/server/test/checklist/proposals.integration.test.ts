import type { Call } from '@meridian/contract/schema/call';
import { officeProposalDecide } from '@meridian/contract/office/proposals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goodCall } from './items/good-calls.ts';
import { Scene } from './items/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

/** Tables that proposals, every call, or the chains write to. */
const ASIDE = new Set(['proposals', 'audit_log', 'operator_sessions', 'chain_blocks']);

/** All stored rows of the other tables. */
async function stored(): Promise<Readonly<Record<string, string>>> {
  const { queries } = scene.exchange;
  const { rows: tables } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    queries,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !ASIDE.has(table.name))) {
    const { rows } = await sql<{
      all: string | null;
    }>`select string_agg(t::text, E'\n' order by t::text) as all from ${sql.table(name)} t`.execute(
      queries,
    );
    hashes[name] = rows[0]?.all ?? '';
  }
  return hashes;
}

/** The same, once the read models have caught up with the preparation. */
async function settled(): Promise<Readonly<Record<string, string>>> {
  const position = `(t,${scene.exchange.live.seq},`;
  for (let last = await stored(); ;) {
    const now = await stored();
    const isReached = now['projection_position']?.startsWith(position) === true;
    if (isReached && JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}

async function proposed(call: Call): Promise<number | undefined> {
  const { authorization, input } = await goodCall(scene, call);
  const before = [await settled(), scene.exchange.state()];
  const { body, text } = await scene.send(call, input, { authorization });
  expect([await stored(), scene.exchange.state()], `${call.path} has changed something`).toEqual(
    before,
  );
  return body.type === 'ok'
    ? (body.message as { proposal?: number }).proposal
    : expect.fail(`${call.path}: ${text}`);
}

it('operator 03: a proposal changes nothing, and another operator lets each of them happen', async () => {
  const proposals = scene.exchange.calls.filter(({ change }) => change === 'proposal');
  expect(proposals.length).toBeGreaterThan(0);
  for (const call of proposals) {
    const id = await proposed(call);
    expect(id, `${call.path} waits for nobody`).toBeGreaterThan(0);
    expect(
      (await scene.operator('approver').send(officeProposalDecide, { id, approved: '1' })).body,
      call.path,
    ).toMatchObject({ type: 'ok' });
  }
});
