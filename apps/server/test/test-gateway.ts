/** For tests: gateways on a real database, with one logged-in customer and two sites. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transactionIn } from '@meridian/contract/spot/calls';
import { siteLinks } from '@meridian/contract/site/calls';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../src/database/temporary-database.ts';
import { LoginDelays } from '../src/modules/account/login-delays.ts';
import { AuditLog } from '../src/modules/office/audit-log.ts';
import { Operators } from '../src/modules/office/operators.ts';
import { Secrets } from '../src/secrets.ts';
import { Access } from '../src/gateway/access.ts';
import { ClientAddresses } from '../src/gateway/client-addresses.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../src/gateway/http.ts';

export let database: TemporaryDatabase;
let webRoot: string;
let officeRoot: string;
export let token: string;
export let access: Access;
export const open: Gateway[] = [];

/** Opens a database with one logged-in customer, and two built sites. */
export async function openGround(): Promise<void> {
  database = await openTemporaryDatabase();
  access = new Access(database.queries);
  const user = {
    account: 'a@b.example',
    kind: 'email',
    country_code: '',
    password_hash: '',
    extension_code: 'A',
    referrer_id: null,
    account_number: '1',
  } as const;
  const { id } = await database.queries
    .insertInto('users')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow();
  token = await access.open(Number(id), { address: '127.0.0.1', device: '' });
  webRoot = buildSite('Meridian', 'app-1a2b3c.js');
  officeRoot = buildSite('Meridian office', 'office-1a2b3c.js');
}

/** Ends all gateways that a test has opened. */
export async function closeGateways(): Promise<void> {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
}

export async function removeGround(): Promise<void> {
  for (const folder of [webRoot, officeRoot]) rmSync(folder, { recursive: true, force: true });
  await database.remove();
}

/** A folder in the shape of a build. */
function buildSite(title: string, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-site-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>${title}</title>`);
  writeFileSync(join(folder, 'assets', script), 'export {};');
  return folder;
}

export async function serve(
  changes: Partial<GatewayOptions> = {},
  register?: (gateway: Gateway) => void,
  port = 0,
): Promise<string> {
  const secrets = new Secrets('a secret of the tests, and of nothing else');
  const gateway = await createGateway({
    addresses: new ClientAddresses([]),
    access,
    operators: new Operators({
      queries: database.queries,
      secrets,
      auditLog: new AuditLog(database.queries, secrets),
      delays: new LoginDelays(database.queries, secrets, 'operator'),
      needsTotp: false,
      waitMs: 0,
    }),
    production: false,
    rateLimits: false,
    webRoot,
    officeRoot,
    readiness: () => ({ ready: true, waitingFor: [] }),
    metrics: new Registry(),
    logger: pino({ level: 'silent' }),
    ...changes,
  });
  open.push(gateway);
  (register ?? registerSome)(gateway);
  return `http://127.0.0.1:${await gateway.listen({ host: '127.0.0.1', port })}`;
}

/** A private call with a body, a public one without, and one that returns too much. */
export function registerSome(gateway: Gateway): void {
  gateway.registerCall(transactionIn, ({ input, session, idempotencyKey }) => {
    const message = JSON.stringify({ ...input, user: session.user, key: idempotencyKey });
    return {
      type: 'ok' as const,
      message,
      id: 1,
      status: 'open' as const,
      complete_number: '0',
      complete_money: '0',
      secret: 'x',
    };
  });
  gateway.registerCall(siteLinks, ({ language }) => ({
    app_url: language,
    custorm_url: '',
    forum_url: '',
    c_pc: '',
  }));
}

export async function answerOf(response: Response) {
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}

export const ORDER = 'legal_id=3&currency_id=1&price=1.5&num=2&mode=2';

export function post(
  address: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
) {
  return fetch(`${address}/api/transaction/in`, {
    method: 'POST',
    ...init,
    headers: { authorization: token, ...init.headers },
  });
}

/** Sends raw bytes. Returns everything that comes back. */
export function raw(address: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => (received += data));
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}
