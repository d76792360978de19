/**
 * A second factor and its recovery codes, when the server stops between the two, and when changes
 * of both meet.
 */
import type { Call, CallInput, CallOutput } from '@meridian/contract/schema/call';
import {
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  RECOVERY_CODES,
  recoveryCodesMake,
  securityHistory,
  securityState,
  stepUp,
  stepUpBegin,
  totpBegin,
  totpDisable,
  totpEnable,
} from '@meridian/contract/security/calls';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALICE, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';
import { TestAuthenticator } from '../../../test/people/authenticator.ts';
import { changeFactors } from './factor-change.ts';

const ORIGIN = 'https://meridian.example';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange.close());
beforeEach(async () => {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const)
    await exchange.queries.deleteFrom(table).execute();
  await exchange.stepUp(ALICE);
});

/** Runs a function while every query that makes or removes recovery codes throws. */
async function whileCodesStop(run: () => Promise<unknown>): Promise<void> {
  await sql`create function planted_stop() returns trigger language plpgsql
    as $$ begin raise exception 'planted stop'; end $$`.execute(exchange.queries);
  await sql`create trigger planted_stop before insert or delete on recovery_codes
    for each row execute function planted_stop()`.execute(exchange.queries);
  const failed = exchange.failures.length;
  try {
    await expect(run()).rejects.toMatchObject({ status: 500 });
  } finally {
    await sql`drop function planted_stop cascade`.execute(exchange.queries);
  }
  expect(exchange.failures.splice(failed).join('\n')).toContain('planted stop');
}

/** Makes a call from a page, whose origin passkeys are bound to. */
async function call<C extends Call>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
  const response = await fetch(exchange.address + call.path, {
    method: call.method,
    headers: {
      ...exchange.headers({ user: ALICE }),
      origin: ORIGIN,
      ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(input) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (answer['type'] !== 'ok') throw new WireRefusal(response.status, answer);
  return answer['message'] as CallOutput<C>;
}

async function addPasskey(): Promise<readonly string[]> {
  const { ticket, options } = await call(passkeyBegin, {});
  const credential = new TestAuthenticator().create(options, ORIGIN);
  return (await call(passkeyAdd, { ticket, credential, name: 'Phone' })).recovery_codes;
}

async function enableTotp(): Promise<readonly string[]> {
  const { secret } = await call(totpBegin, {});
  return (await call(totpEnable, { code: await generate({ secret }) })).recovery_codes;
}

/** The factors of the account, as its owner sees them. */
async function factors() {
  const { passkeys, totp, recovery_codes_left: codes } = await call(securityState, {});
  return { passkeys: passkeys.length, totp, codes };
}

const NONE = { passkeys: 0, totp: false, codes: 0 };
const PASSKEY = { passkeys: 1, totp: false, codes: RECOVERY_CODES };
const TOTP = { passkeys: 0, totp: true, codes: RECOVERY_CODES };

test('a stop between a first passkey and its recovery codes leaves neither', async () => {
  await whileCodesStop(addPasskey);
  expect(await factors()).toEqual(NONE);
  expect(await addPasskey()).toHaveLength(RECOVERY_CODES);
  expect(await factors()).toEqual(PASSKEY);
});

test('a stop between an authenticator and its recovery codes leaves neither', async () => {
  await whileCodesStop(enableTotp);
  expect(await factors()).toEqual(NONE);
  expect(await enableTotp()).toHaveLength(RECOVERY_CODES);
  expect(await factors()).toEqual(TOTP);
});

test('a stop between the removal of the last passkey and that of the codes removes neither', async () => {
  await addPasskey();
  const [passkey] = (await call(securityState, {})).passkeys;
  const remove = () => call(passkeyRemove, { id: passkey?.id ?? '' });
  await whileCodesStop(remove);
  expect(await factors()).toEqual(PASSKEY);
  await remove();
  expect(await factors()).toEqual(NONE);
});

test('a stop between the removal of the authenticator and that of the codes removes neither', async () => {
  await enableTotp();
  await whileCodesStop(() => call(totpDisable, {}));
  expect(await factors()).toEqual(TOTP);
  await call(totpDisable, {});
  expect(await factors()).toEqual(NONE);
});

/** The stored codes. */
async function keptCodes(): Promise<string[]> {
  const rows = await exchange.queries.selectFrom('recovery_codes').select('code_hash').execute();
  return rows.map(({ code_hash }) => code_hash.toString('hex'));
}

/** Waits until a statement waits for a lock that another transaction holds. */
async function somebodyWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: boolean }>`
        select exists (select from pg_locks where not granted) as waiting`.execute(
        exchange.queries,
      );
      return rows[0]?.waiting;
    })
    .toBe(true);
}

test('codes that are asked for while the last factor is removed are not made', async () => {
  await addPasskey();
  const asked = await changeFactors(exchange.queries, ALICE, async (transaction) => {
    const made = call(recoveryCodesMake, {}).catch((error: unknown) => error);
    // By now the call has seen the passkey.
    await somebodyWaits();
    for (const table of ['passkeys', 'recovery_codes'] as const)
      await transaction.deleteFrom(table).execute();
    return { made };
  });
  expect(await asked.made).toMatchObject({ answer: { code: 'second_factor_unset' } });
  expect(await factors()).toEqual(NONE);
});

test('a first factor makes new codes of those that an account without one has kept', async () => {
  await addPasskey();
  const before = await keptCodes();
  await exchange.queries.deleteFrom('passkeys').execute();
  expect(await addPasskey()).toHaveLength(RECOVERY_CODES);
  const after = await keptCodes();
  expect(after).toHaveLength(RECOVERY_CODES);
  expect(after.filter((code) => before.includes(code))).toEqual([]);
});

test('a second passkey leaves the codes that the owner has been shown', async () => {
  await addPasskey();
  const before = await keptCodes();
  expect(await addPasskey()).toEqual([]);
  expect(await keptCodes()).toEqual(before);
});

test('a wrong passkey in an open session is told to its owner', async () => {
  await addPasskey();
  const { ticket, options } = await call(stepUpBegin, {});
  const stranger = new TestAuthenticator();
  stranger.create((await call(passkeyBegin, {})).options, ORIGIN);
  await expect(
    call(stepUp, { method: 'passkey', ticket, value: stranger.get(options, ORIGIN) }),
  ).rejects.toMatchObject({ answer: { code: 'passkey_invalid' } });
  const kinds = (await call(securityHistory, {})).list.map(({ kind }) => kind);
  expect(kinds).toContain('step_up_failed');
});
