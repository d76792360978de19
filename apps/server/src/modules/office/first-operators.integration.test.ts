import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@meridian/contract/schema/call';
import { officeLogin } from '@meridian/contract/office/calls';
import { operatorTotpBegin, operatorTotpEnable } from '@meridian/contract/office/operators';
import { ROLE_NAMES, type Role } from '@meridian/contract/office/permissions';
import { officeProposalDecide, officeProposals } from '@meridian/contract/office/proposals';
import { officeSettingSave } from '@meridian/contract/site/office';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OfficeAnswer } from '../../../test/people/operators.ts';
import { ownDelays, TEST_SECRETS, TestExchange } from '../../../test/test-exchange.ts';
import { AuditLog } from './audit-log.ts';
import { addOperator, Operators } from './operators.ts';

// A new production: the operators whom the operating pages add on the machine, and the wait of 72
// hours.

const PAGES = join(import.meta.dirname, '../../../../../docs/operating');
const PASSWORD = 'correct horse, battery';

let exchange: TestExchange;
let address: string;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  const operators = new Operators({
    queries: exchange.queries,
    secrets: TEST_SECRETS,
    auditLog: new AuditLog(exchange.queries, TEST_SECRETS),
    delays: ownDelays(exchange.queries, 'operator'),
    needsTotp: true,
    waitMs: 72 * 3_600_000,
  });
  address = await exchange.serveBeside({ operators });
});
afterAll(() => exchange.close());

interface Added {
  readonly account: string;
  readonly name: string;
  readonly role: Role;
}

/** The operators that a page adds with its commands, in their order. */
function addedBy(page: string): Added[] {
  const text = readFileSync(join(PAGES, page), 'utf8');
  return [...text.matchAll(/^ {4}.*--account=(\S+) --name=(\S+) --role=(\S+)/gm)].map(
    ([, account = '', name = '', wanted]) => {
      const role = ROLE_NAMES.find((one) => one === wanted);
      if (role === undefined) throw new Error(`${page} has no role for ${name}`);
      return { account, name, role };
    },
  );
}

async function send(
  token: string,
  call: Call,
  input: Readonly<Record<string, string>>,
  code?: string,
): Promise<OfficeAnswer> {
  const headers = {
    authorization: token,
    ...(code === undefined ? {} : { 'x-operator-code': code }),
  };
  const fields = new URLSearchParams(input);
  const response = await (call.method === 'GET'
    ? fetch(`${address}${call.path}?${fields.toString()}`, { headers })
    : fetch(address + call.path, { method: 'POST', headers, body: fields }));
  return { status: response.status, ...((await response.json()) as Omit<OfficeAnswer, 'status'>) };
}

async function start(operators: readonly Added[]): Promise<void> {
  await sql`TRUNCATE operators CASCADE`.execute(exchange.queries);
  for (const one of operators) await addOperator(exchange.queries, { ...one, password: PASSWORD });
}

/** A session of an operator with a new authenticator, and a code for a decision. */
async function desk({ account }: Added): Promise<{ token: string; code: string }> {
  const login = await send('', officeLogin, { account, password: PASSWORD });
  const token = String(login.message);
  const begun = await send(token, operatorTotpBegin, { password: PASSWORD });
  const { secret } = begun.message as { secret: string };
  const codeAt = (seconds: number): Promise<string> =>
    generate({ secret, epoch: Date.now() / 1000 + seconds });
  const put = await send(token, operatorTotpEnable, { code: await codeAt(-30) });
  expect(put.type).toBe('ok');
  return { token, code: await codeAt(0) };
}

/** The result of a setting that the first operator proposes and the last decides on. */
async function decided(operators: readonly Added[]): Promise<OfficeAnswer> {
  const [maker, other] = [operators.at(0), operators.at(-1)];
  if (maker === undefined || other === undefined) throw new Error('the page adds nobody');
  const { token } = await desk(maker);
  const setting = { key: 'daily_limit_1', value: '3000', reason: 'A new exchange' };
  const { message } = await send(token, officeSettingSave, setting);
  const { proposal } = message as { proposal: number };
  const decider = await desk(other);
  return send(
    decider.token,
    officeProposalDecide,
    { id: String(proposal), approved: '1' },
    decider.code,
  );
}

it.each(['production.md', 'image.md', 'operators.md'])(
  'the operators of %s propose and approve on the first day',
  async (page) => {
    const operators = addedBy(page);
    expect(new Set(operators.map(({ role }) => role))).toEqual(new Set(['owner', 'approver']));
    await start(operators);
    expect(await decided(operators)).toMatchObject({ type: 'ok', message: { answer: '"Done."' } });
  },
);

it('a second approver whom somebody adds on the machine waits', async () => {
  const added = (name: string, role: Role): Added => ({ account: `${name}@new`, name, role });
  const all = [added('owner', 'owner'), added('first', 'approver'), added('second', 'approver')];
  await start(all);
  expect(await decided(all)).toMatchObject({ status: 403, code: 'operator_waits' });
  // The list names those who may decide now: with the waiting time over and an authenticator.
  const auditor = added('auditor', 'auditor');
  await addOperator(exchange.queries, { ...auditor, password: PASSWORD });
  const { token } = await desk(auditor);
  const deciders = async (): Promise<string[][]> => {
    const { message } = await send(token, officeProposals, { state: 'waiting' });
    return (message as { list: { deciders: string[] }[] }).list.map((row) => row.deciders);
  };
  expect(await deciders()).toEqual([[]]);
  await desk(added('first', 'approver'));
  expect(await deciders()).toEqual([['first@new']]);
});
