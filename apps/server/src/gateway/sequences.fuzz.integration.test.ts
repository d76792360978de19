import type { Call } from '@meridian/contract/schema/call';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestExchange } from '../../test/test-exchange.ts';
import { encodeRequest, plausibleInput } from './hostile-input.ts';
import { callSequences } from '../../test/sequences/call-sequence.ts';
import { checkProperty, SEED } from '../../test/sequences/check-property.ts';
import { faultOf, isSuccess } from '../../test/sequences/judge-answer.ts';
import { SequenceRun } from '../../test/sequences/sequence-run.ts';

const SEQUENCES = Number(process.env['SEQUENCES'] ?? 25);
const USERS = 6;
const COIN = 100_000_000n;
const TIMEOUT_MS = 10 * 60_000;

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open(USERS);
  await begin();
});
afterAll(() => exchange.close());

/** A new exchange, with a house that can pay for the faucet. */
async function begin(): Promise<void> {
  await exchange.reset();
  await exchange.queries.deleteFrom('faucet_uses').execute();
  for (const currency of [1, 2, 3]) {
    await exchange.engine.submit({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'spot',
      currency,
      amount: (1_000_000n * COIN) as Amount,
      reference: 'test',
    });
  }
}

/**
 * The model knows the money of the spot market. Contracts and custody have models of their own, in
 * the simulator.
 */
function modelled(): readonly Call[] {
  return exchange.calls.filter(
    ({ money, area }) => money !== true || area === 'spot' || area === 'demo',
  );
}

describe(`sequences of calls by several users (SEED=${SEED})`, () => {
  it(
    'one after the other, answer as a client can expect who saw all answers before',
    async () => {
      let successes = 0;
      const property = fc.asyncProperty(callSequences(modelled(), USERS), async (plans) => {
        await begin();
        const run = new SequenceRun(exchange, undefined);
        await run.run(plans);
        successes += run.successes;
      });
      await checkProperty(property, { runs: SEQUENCES, shrinks: true });
      expect(successes).toBeGreaterThan(SEQUENCES * 25);
    },
    TIMEOUT_MS,
  );

  it(
    'interleaved and doubled, do the same',
    async () => {
      let successes = 0;
      const property = fc.asyncProperty(
        callSequences(modelled(), USERS),
        fc.infiniteStream(fc.nat()),
        async (plans, picks) => {
          await begin();
          const run = new SequenceRun(exchange, picks);
          await run.run(plans);
          successes += run.successes;
        },
      );
      await checkProperty(property, { runs: SEQUENCES, shrinks: true });
      expect(successes).toBeGreaterThan(SEQUENCES * 25);
    },
    TIMEOUT_MS,
  );
});

describe('a call that moves money', () => {
  it('happens once, however often it is sent at once with one key', async () => {
    await begin();
    for (const call of exchange.calls.filter(({ money }) => money === true)) {
      const { contentType, body } = encodeRequest({
        fields: Object.entries(plausibleInput(call)).map(([name, value]) => [
          name,
          JSON.stringify(value),
        ]),
        encoding: 'form',
      });
      const before = exchange.engine.exchange.seq;
      let effects = new Set<string>();
      let applied = 0;
      exchange.submit = async (command) => {
        const result = await exchange.engine.submit(command);
        if (result.events.length > 0) {
          applied++;
          effects = effects.add((command as { key?: string }).key ?? '');
        }
        return result;
      };
      const answers = await Promise.all(
        Array.from({ length: 16 }, async () => {
          const headers = {
            ...exchange.headers({
              user: exchange.users[0] ?? 0,
              key: 'once' + call.path.replaceAll('/', '-'),
            }),
            'content-type': contentType,
          };
          const response = await fetch(`${exchange.address}${call.path}`, {
            method: call.method,
            headers,
            body,
          });
          return {
            status: response.status,
            body: (await response.json()) as Record<string, unknown>,
          };
        }),
      );
      for (const answer of answers) {
        expect(faultOf(call, answer), call.path).toBeUndefined();
        expect(answer, call.path).toEqual(answers[0]);
      }
      expect(applied, call.path).toBe(effects.size);
      const hasPassed = isSuccess(answers[0] as (typeof answers)[number]);
      // A refused call changes nothing, and leaves no row.
      if (hasPassed) expect(exchange.engine.exchange.seq, call.path).toBeGreaterThan(before);
      else expect([applied, exchange.engine.exchange.seq], call.path).toEqual([0, before]);
    }
    exchange.engine.exchange.verify();
  });
});
