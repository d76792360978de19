import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Call } from '@meridian/contract/schema/call';
import { ERRORS, type ErrorCode } from '@meridian/contract/errors';
import { resolveLanguage } from '@meridian/contract/languages';
import { successSchema } from '@meridian/contract/schema/openapi';
import Fastify, {
  LogController,
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { Queries } from '../database/database.ts';
import { Fault } from '../fault.ts';
import { errorAnswer, errorBody } from './answers.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { addBodyParsers } from './body-parsers.ts';
import { doorsOf, partOf, type Address, type Part } from './doors.ts';
import { createGuard, type Guard, type GuardOptions } from './call-guard.ts';
import { addFileRoute, type FileSource, type ReaderPatience } from './file-route.ts';
import { addMultipart, readFile, uploadBodyLimit } from './files.ts';
import type {
  AuditEntry,
  CallContext,
  CallRegistry,
  Handler,
  OperatorSession,
  ProposalGate,
  Session,
  Tightens,
} from './handler.ts';
import { addPages, servedUrl, type Readiness } from './pages.ts';
import {
  addOwnFileRoute,
  addPublicPictureRoute,
  type OwnFileSource,
  type PictureDoor,
  type PictureSource,
  type PublicPictureSource,
} from './picture-routes.ts';
import type { OperatorAccess } from './operator-access.ts';
import { inputReader } from './read-input.ts';
import { Refusal, tooMany } from './refusal.ts';
import { callHeaders, formPageHeaders } from './security-headers.ts';

const BODY_LIMIT = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
export const HEADERS_TIMEOUT_MS = 8_000;
const CONNECTION_CHECK_MS = 2_000;
const KEEP_ALIVE_MS = 65_000;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,64}$/;
const JSON_TYPE = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined;
    operator: OperatorSession | undefined;
    /** Of the client, not of a proxy of ours. */
    readonly address: string;
  }
  interface FastifyContextConfig {
    /** In ordinary calls; 1 where nothing is said. */
    cost?: number;
  }
}

export interface GatewayOptions extends GuardOptions {
  /** Needed where calls are served that are proposals. */
  readonly proposals?: ProposalGate;
  /**
   * Folders of the built applications, of the customers and of the operators; undefined: no pages.
   */
  readonly webRoot: string | undefined;
  readonly officeRoot: string | undefined;
  /** Where else than to us pages may post forms: the payment gateway. */
  readonly formTarget?: string | undefined;
  readonly readiness: () => Readiness;
  readonly metrics: Registry;
  readonly addresses: ClientAddresses;
  readonly logger: FastifyBaseLogger;
  /** Which parts have a listener of their own. Left out: one listener for all. */
  readonly apart?: readonly Exclude<Part, 'customers'>[];
}

/** Where it listens: the customers' listener, and those of parts that have one of their own. */
export type Listeners = Address &
  Partial<Readonly<Record<Exclude<Part, 'customers'>, Address | undefined>>>;

/** The answer to a form of a browser: a page, or the address of another. */
export type FormAnswer = { readonly html: string } | { readonly location: string };
export type FormHandler = (fields: Readonly<Record<string, string>>) => Promise<FormAnswer>;

export interface Gateway extends CallRegistry {
  /** Serves the pictures that people upload, by links that are signed for one session. */
  servePictures(open: PictureSource): void;
  /** Serves other files that people upload, at `PATH/<id>`, by links of the same kind. */
  serveOwnFiles(path: `/api/${string}`, open: OwnFileSource): void;
  /**
   * Serves the pictures of articles at `/uploads/<id>.webp`, to be kept for a year: the picture of
   * a name never changes.
   */
  servePublicPictures(open: PublicPictureSource): void;
  /** Lets everybody read long files there, a few at a time. Before it listens. */
  serveFile(path: `/api/${string}`, open: FileSource, patience?: ReaderPatience): void;
  /** Answers a form that a browser posts there with a page of its own. */
  serveForm(path: `/api/${string}`, answer: FormHandler): void;
  /** Every registered call, in order. */
  readonly calls: readonly Call[];
  /** The customers' listener, for the sockets that also listen there. */
  readonly httpServer: Server;
  /** All listeners. */
  readonly httpServers: readonly Server[];
  /**
   * Starts to serve, customers last. Returns their port, which is of the system's choice for port
   * 0.
   */
  listen(at: Listeners): Promise<number>;
  /** The port at which a part is served, once it listens. */
  portOf(part: Part): number;
  /** Stops listening and waits for the requests under way. */
  close(): Promise<void>;
}

/**
 * The HTTP side of the exchange: reads and checks calls, finds the session, limits, answers. It
 * decides nothing about money. Promises that every answer to a call is JSON with a `type`, that
 * every error leaves as a code of the catalogue, and that a call without a session reaches only
 * handlers that are declared `public` or `optional`.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const calls: Call[] = [];
  const doors = new Map<Part, FastifyInstance>();
  for (const parts of doorsOf(options.apart ?? [])) {
    const door = await openDoor(parts, options, calls);
    for (const part of parts) doors.set(part, door);
  }
  const servers = [...new Set(doors.values())];
  const doorOf = (part: Part): FastifyInstance => doors.get(part) as FastifyInstance;
  const customers = doorOf('customers');
  const guard = createGuard(options);
  const pictureDoors = (): PictureDoor[] => pictureDoorsOf(options, customers, doorOf('office'));
  const durations = callDurations(options.metrics);

  return {
    calls,
    httpServer: customers.server,
    httpServers: servers.map(({ server }) => server),
    registerCall<C extends Call>(call: C, handler: Handler<C>, tightens?: Tightens<C>) {
      if (calls.some(({ method, path }) => method === call.method && path === call.path))
        throw new Error(`${call.method} ${call.path} is registered twice`);
      if (call.access === 'operator' && call.method === 'POST' && call.change === undefined)
        throw new Error(`${call.path} does not say who has to agree`);
      calls.push(call);
      const guarded =
        call.change === 'proposal' ? proposed(options.proposals, call, handler, tightens) : handler;
      addCall(doorOf(partOf(call.path)), {
        call,
        handler: guarded as unknown as Handler<Call>,
        operators: options.operators,
        guard: guard(call),
        duration: durations.labels(`${call.method} ${call.path}`),
      });
    },
    servePictures: (open) =>
      pictureDoors().forEach((door) =>
        addOwnFileRoute(door, '/api/upload', async (link) => {
          const content = await open(link);
          return content && { type: 'image/jpeg', content };
        }),
      ),
    serveOwnFiles: (path, open) =>
      pictureDoors().forEach((door) => addOwnFileRoute(door, path, open)),
    servePublicPictures: (open) =>
      pictureDoors().forEach((door) => addPublicPictureRoute(door, open)),
    serveFile: (path, open, patience) =>
      addFileRoute(customers, { path, open }, { ...options, ...patience }),
    serveForm: (path, answer) =>
      addFormRoute(customers, path, answer, formPageHeaders(options.production)),
    async listen(at) {
      for (const part of options.apart ?? []) {
        const address = at[part];
        if (address === undefined) throw new Error(`it is not said where ${part} listens`);
        await listen(doorOf(part), address);
      }
      await listen(customers, at);
      return portOf(customers);
    },
    portOf: (part) => portOf(doorOf(part)),
    async close() {
      await Promise.all(servers.map((door) => door.close()));
    },
  };
}

/**
 * Listeners that serve pictures. Operators see pictures of customers and of articles: by the door
 * that they come by, where no customer's session counts.
 */
function pictureDoorsOf(
  { access, operators, production }: GatewayOptions,
  customers: FastifyInstance,
  office: FastifyInstance,
): PictureDoor[] {
  return [...new Set([customers, office])].map((server) => ({
    server,
    headers: callHeaders(production),
    sessionOf: async ({ headers: { authorization }, address }) => {
      const customer = server === customers ? await access.find(authorization) : undefined;
      return (
        customer?.session ??
        (server === office ? (await operators.find(authorization, address))?.session : undefined)
      );
    },
  }));
}

function callDurations(metrics: Registry): Histogram<'call'> {
  return new Histogram({
    name: 'http_call_seconds',
    help: 'Time from a parsed call to its answer',
    labelNames: ['call'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [metrics],
  });
}

/** Throws a `Fault` where nothing can listen there: the port is another program's, or forbidden. */
async function listen(
  door: Pick<FastifyInstance, 'listen'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  try {
    await door.listen({ host, port });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'another program listens there' : message;
    throw new Fault('configuration_invalid', `cannot listen at ${host}:${port}: ${why}`, { cause });
  }
}

/** One listener, with everything of its parts but the calls. */
async function openDoor(
  parts: readonly Part[],
  options: GatewayOptions,
  calls: readonly Call[],
): Promise<FastifyInstance> {
  const { addresses, rateLimits } = options;
  const door = createServer(options);
  if (rateLimits) addresses.limit(door.server);
  door.decorateRequest('session', undefined);
  door.decorateRequest('operator', undefined);
  door.decorateRequest('address', {
    getter(this: FastifyRequest) {
      return addresses.of(this.raw);
    },
  });
  if (rateLimits)
    door.addHook('onRequest', (request, _reply, done) =>
      done(tooMany(addresses.take(request.address, request.routeOptions.config.cost))),
    );
  addBodyParsers(door);
  door.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  await door.register((scope) =>
    addPages(scope, {
      ...options,
      parts,
      calls: () => calls.filter(({ path }) => parts.includes(partOf(path))),
    }),
  );
  return door;
}

function portOf({ server }: FastifyInstance): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  return address.port;
}

function proposed<C extends Call>(
  proposals: ProposalGate | undefined,
  call: C,
  handler: Handler<C>,
  tightens: Tightens<C> | undefined,
): Handler<C> {
  if (proposals === undefined)
    throw new Error(`${call.path} needs a second operator, and nothing asks for one`);
  return proposals.guard(call, handler, tightens);
}

function createServer({ logger }: Pick<GatewayOptions, 'logger'>): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A number that counts would tell how much is asked for.
    genReqId: () => randomUUID(),
    keepAliveTimeout: KEEP_ALIVE_MS,
    exposeHeadRoutes: false,
    // A client that sends its headers slowly is cut off after seconds; Node alone would wait a
    // minute.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CONNECTION_CHECK_MS },
    rewriteUrl: servedUrl,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;
}

interface RegisteredCall {
  readonly call: Call;
  readonly handler: Handler<Call>;
  readonly operators: OperatorAccess;
  readonly guard: Guard;
  readonly duration: { observe(seconds: number): void };
}

function addCall(server: FastifyInstance, registered: RegisteredCall): void {
  if (registered.call.multipart !== true) {
    addRoute(server, registered);
    return;
  }
  void server.register(async (scope) => {
    await addMultipart(scope, registered.call);
    addRoute(scope, registered);
  });
}

function addRoute(
  server: FastifyInstance,
  { call, handler, operators, guard, duration }: RegisteredCall,
): void {
  const read = inputReader(call.input);
  const isGet = call.method === 'GET';
  const takesKey = call.money === true;
  const isBare = call.envelope === 'bare' || call.envelope === 'text';
  const isFile = call.multipart === true;
  server.route({
    method: call.method,
    url: call.path,
    schema: { response: { 200: successSchema(call) } },
    config: call.cost === undefined ? {} : { cost: call.cost },
    bodyLimit: isFile ? uploadBodyLimit(call) : (call.bodyBytes ?? BODY_LIMIT),
    onRequest: guard,
    handler: async (request) => {
      const startedMs = performance.now();
      const context = {
        input: isFile ? {} : read(isGet ? request.query : request.body),
        session: request.session,
        language: resolveLanguage(request.headers.lang as string | undefined),
        idempotencyKey: takesKey ? idempotencyKey(request) : undefined,
        address: request.address,
        userAgent: request.headers['user-agent'] ?? '',
        origin: request.headers.origin ?? '',
        signature: signatureOf(request),
        requestId: request.id,
        file: isFile ? await readFile(request) : undefined,
        ...operatorContext(request, operators),
      };
      // After the input was read: a mistake in a form costs no code.
      if (request.operator !== undefined)
        await operators.confirm(request.operator, call, operatorCode(request), request.address);
      try {
        const output = await handler(context as CallContext<Call>);
        return isBare ? output : { type: 'ok', message: output };
      } finally {
        duration.observe((performance.now() - startedMs) / 1000);
      }
    },
  });
}

/** The additional context of calls of operators. */
function operatorContext({ operator, address }: FastifyRequest, operators: OperatorAccess) {
  if (operator === undefined) return { operator, audit: undefined };
  return {
    operator,
    audit: (entry: AuditEntry, transaction?: Queries) =>
      operators.audit(operator, address, entry, transaction),
  };
}

function addFormRoute(
  server: FastifyInstance,
  path: string,
  answer: FormHandler,
  headers: Readonly<Record<string, string>>,
): void {
  server.post(path, async (request, reply) => {
    const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const fields = Object.entries(body).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const answered = await answer(Object.fromEntries(fields));
    reply.headers(headers);
    return 'location' in answered
      ? reply.redirect(answered.location, 303)
      : reply.type('text/html; charset=utf-8').send(answered.html);
  });
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw new Refusal('idempotency_key_invalid');
  return key;
}

/** The X-Operator-Code header. */
function operatorCode({ headers }: FastifyRequest): string | undefined {
  const code = headers['x-operator-code'];
  return typeof code === 'string' && code !== '' ? code : undefined;
}

function signatureOf({ headers }: FastifyRequest): string {
  const signature = headers['x-signature'];
  return typeof signature === 'string' ? signature : '';
}

/** The boundary: every error leaves as an answer of the catalogue. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = errorAnswer(error);
  const { status, kind } = ERRORS[answer.code];
  if (answer.code === 'internal_error')
    request.log.error(
      { err: error, requestId: request.id, path: request.routeOptions.url },
      'a call failed',
    );
  else if (kind === 'fault')
    request.log.warn(
      { code: answer.code, requestId: request.id, path: request.routeOptions.url },
      'a call could not be served',
    );
  const { seconds } = answer.params;
  if (seconds !== undefined || status === 429 || status === 503)
    reply.header('retry-after', String(seconds ?? 1));
  return reply
    .code(status)
    .headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store', 'x-request-id': request.id })
    .send(errorBody(answer, resolveLanguage(request.headers.lang as string | undefined)));
}

/** Requests that Node itself could not read: there is no request object, only a socket. */
function answerClientError(error: ConnectionError, socket: Socket): void {
  if (!socket.writable || socket.destroyed) return;
  const known = errorAnswer({ code: error.code, statusCode: 400 }).code;
  const code: ErrorCode = ERRORS[known].status < 500 ? known : 'request_malformed';
  const body = errorBody({ code, params: {} }, resolveLanguage(undefined));
  socket.end(
    `HTTP/1.1 ${ERRORS[code].status} Refused\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
