import type { Call } from '@meridian/contract/schema/call';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestExchange } from '../../test/test-exchange.ts';
import { authorizationFor } from '../../test/checklist/items/good-calls.ts';
import { Scene } from '../../test/checklist/items/scene.ts';
import {
  curlLine,
  encodeRequest,
  HOSTILE_JSON,
  HOSTILE_TEXTS,
  plannedRequests,
  plausibleInput,
  type PlannedRequest,
} from './hostile-input.ts';
import { checkProperty, SEED } from '../../test/sequences/check-property.ts';
import { faultOf, isSuccess } from '../../test/sequences/judge-answer.ts';

const REQUESTS = 10_000;
const TIMEOUT_MS = 10 * 60_000;
const SLOWEST_MS = 5_000;
/** Longer than a URL may be: such values travel in bodies only. */
const LONGEST_QUERY = 8_000;

let scene: Scene;
let exchange: TestExchange;
/** Calls that would end the session that the others need. */
const LOGOUTS = ['/api/user/logout', '/office/api/logout'];
/** Number of calls that were accepted: a fuzz test that is always refused proves nothing. */
let successes = 0;

beforeAll(async () => {
  scene = await Scene.open();
  exchange = scene.exchange;
});
afterAll(() => scene.close());

/**
 * Makes the request and judges the answer: never a 5xx, never slow; a success as the contract has
 * it; anything else with a code of the catalogue, a text, and the state of the exchange as it was.
 */
async function judge(call: Call, planned: PlannedRequest): Promise<void> {
  const isGet = call.method === 'GET';
  const { contentType, body } = encodeRequest(isGet ? { ...planned, encoding: 'form' } : planned);
  if (isGet && body.length > LONGEST_QUERY) return;
  const before = stateText();
  const alarmsBefore = exchange.alarms.length;
  const startedMs = performance.now();
  const response = await fetch(`${exchange.address}${call.path}${isGet ? `?${body}` : ''}`, {
    method: call.method,
    headers: {
      authorization: LOGOUTS.includes(call.path) ? '' : authorizationFor(scene, call),
      lang: 'ko',
      ...(isGet ? {} : { 'content-type': contentType }),
    },
    ...(isGet ? {} : { body }),
  });
  const text = await response.text();
  const what = `SEED=${SEED} ${curlLine(call, { contentType, body })} -> ${response.status} ${text.slice(0, 300)}`;
  expect(performance.now() - startedMs, what).toBeLessThan(SLOWEST_MS);
  const answer = { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
  expect(faultOf(call, answer), `${what} ${exchange.failures.at(-1) ?? ''}`).toBeUndefined();
  if (isSuccess(answer)) {
    successes++;
    return;
  }
  expect(answer.body['message'], what).toMatch(/[가-힣]/);
  // The custodian checks its reserves each 15 seconds, and pauses coins that earlier calls have
  // made short.
  if (exchange.alarms.length === alarmsBefore) expect(stateText(), what).toBe(before);
}

let known = { seq: -1, text: '' };
/** The whole state as text. It can only have changed where a command was applied. */
function stateText(): string {
  const { seq } = exchange.engine.exchange;
  if (seq !== known.seq) known = { seq, text: JSON.stringify(exchange.state()) };
  return known.text;
}

describe('every call', () => {
  it(
    'answers each value of the dictionary in each field clearly, and nothing moves',
    async () => {
      for (const call of exchange.calls) {
        await scene.tick();
        const plausible = Object.entries(plausibleInput(call)).map(
          ([name, value]) => [name, JSON.stringify(value)] as const,
        );
        for (const name of Object.keys(call.input.properties)) {
          const others = plausible.filter(([other]) => other !== name);
          for (const value of HOSTILE_TEXTS)
            await judge(call, {
              fields: [...others, [name, JSON.stringify(value)]],
              encoding: 'form',
            });
          for (const json of HOSTILE_JSON)
            await judge(call, { fields: [...others, [name, json]], encoding: 'json' });
          await judge(call, { fields: others, encoding: 'form' });
        }
        await judge(call, { fields: [...plausible, ...plausible], encoding: 'form' });
      }
      exchange.engine.exchange.verify();
    },
    TIMEOUT_MS,
  );

  it(
    `survives ${REQUESTS} requests made of its schema, each refusal leaving the state as it was`,
    async () => {
      for (const call of exchange.calls) {
        await scene.tick();
        const property = fc.asyncProperty(plannedRequests(call), (planned) => judge(call, planned));
        await checkProperty(property, {
          runs: Math.ceil(REQUESTS / exchange.calls.length),
          shrinks: false,
        });
      }
      exchange.engine.exchange.verify();
      expect(successes).toBeGreaterThan(REQUESTS / 10);
    },
    TIMEOUT_MS,
  );
});
