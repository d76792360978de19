/**
 * Puts the server together and starts it in the one order that is safe: database, projector and
 * engine, recovery, read models caught up, live view, and only then anything that answers or
 * trades.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ClockRunner } from './clock/clock-runner.ts';
import type { Config } from './config.ts';
import { databaseFault } from './database/database-fault.ts';
import { exchangeParts } from './exchange-parts.ts';
import { feedMarkets } from './feed/feed-markets.ts';
import { FeedRunner } from './feed/feed-runner.ts';
import { seedHistory } from './feed/history-seed.ts';
import { openFeed } from './feed/open-feed.ts';
import { explain, Shutdown, startFoundation, type Foundation } from './foundation.ts';
import { ClientAddresses } from './gateway/client-addresses.ts';
import type { Address, Part } from './gateway/doors.ts';
import type { Gateway } from './gateway/http.ts';
import type { Readiness } from './gateway/pages.ts';
import { SharedLimits } from './gateway/shared-limits.ts';
import { Sockets } from './gateway/sockets/sockets.ts';
import { LiquidityBot } from './liquidity/liquidity-bot.ts';
import { loadHistory } from './live/load-history.ts';
import { carryRestraints } from './modules/account/restraints.ts';
import { TextConversion } from './modules/account/text-conversion.ts';
import { FEEDS, MODULES } from './modules/all.ts';
import { ChainSupervisor } from './modules/custody/chain-supervisor.ts';
import { ensureDemoAccounts } from './modules/demo/demo-accounts.ts';
import { Identities } from './modules/identity/identities.ts';
import { playMarketOf } from './modules/market/play-money.ts';
import { AuditLog } from './modules/office/audit-log.ts';
import { AuditWitness } from './modules/office/audit-witness.ts';
import { keyRecoveryCodes } from './modules/security/authenticators.ts';
import { openExchange, type ExchangeParts, type GatewaySettings } from './open-exchange.ts';
import { openLastingKey } from './sealed/lasting-key.ts';
import { resealAll } from './sealed/reseal.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import type { Services } from './services.ts';

const WEB_ROOT = join(import.meta.dirname, '../../web/dist');
const OFFICE_ROOT = join(import.meta.dirname, '../../office/dist');
const POLL_MS = 5;
/** A request that takes longer is cut off when the server stops. */
const LONGEST_REQUEST_MS = 5000;
const LONGEST_UNDO_MS = 20_000;
/**
 * A commit that takes longer than this is no slow one: the database stands still. The feed submits
 * something every second.
 */
const LONGEST_COMMIT_MS = 3000;

export interface Server {
  /** `http://host:port` where it serves customers. */
  readonly address: string;
  /** The same of the office and of the figures, where they have listeners of their own. */
  readonly others: Readonly<Partial<Record<'office' | 'figures', string>>>;
  /**
   * Settles when something that it cannot do without has failed: it must end then, and the next
   * start recovers.
   */
  readonly failed: Promise<Error>;
  /** Drains: finishes requests and commands, stores a snapshot, stops the database. */
  stop(): Promise<void>;
}

/**
 * Starts everything. Settles when it serves; throws (a `Fault` where the environment is at fault)
 * after undoing all of it.
 */
export async function startServer(config: Config): Promise<Server> {
  const shutdown = new Shutdown();
  const failure = Promise.withResolvers<Error>();
  try {
    // The start may wait for another thread that has failed, so that failure ends the start.
    const failed = failure.promise.then((reason) => Promise.reject(reason));
    return await Promise.race([start(config, shutdown, failure), failed]);
  } catch (error) {
    // A database that hangs must not keep the reason back.
    await Promise.race([shutdown.run(), delay(LONGEST_UNDO_MS, undefined, { ref: false })]);
    throw databaseFault('the database failed during the start', error);
  }
}

async function start(
  config: Config,
  shutdown: Shutdown,
  failure: PromiseWithResolvers<Error>,
): Promise<Server> {
  const foundation = await startFoundation(config, shutdown, failure.resolve);
  const { database, engine, live, logger, metrics, warn } = foundation;
  const { queries } = database;
  const feed = await openMarkets(foundation);
  await loadHistory(queries, live, Date.now());

  const secrets = await openKeys(foundation);
  const auditLog = new AuditLog(queries, secrets);
  const auditWitness = new AuditWitness({
    auditLog,
    dataDir: config.dataDir,
    warn: (text) => logger.error(text),
  });
  const texts = new TextConversion(queries, { warn });
  texts.measure(metrics);
  shutdown.start(texts.rounds);
  const chains = new ChainSupervisor({ config, secrets, queries, engine, live, logger });
  const alarms = (): string[] => [
    ...engine.alarms,
    ...texts.alarms,
    ...(auditWitness.isBroken ? ['audit_log'] : []),
    ...chains.custodian.alarms,
  ];
  let isServing = false;
  const readiness = (): Readiness => {
    const waitingFor = [
      ...(isServing ? [] : ['start']),
      ...(engine.status === 'running' ? [] : ['engine']),
      ...(engine.stalledMs < LONGEST_COMMIT_MS ? [] : ['database']),
      ...(feed.status.isFresh || engine.isCancelOnly ? [] : ['feed']),
    ];
    return { ready: waitingFor.length === 0, waitingFor, alarms: alarms() };
  };
  const parts = exchangeParts(foundation, { secrets, auditLog, auditWitness, chains, alarms });
  const { gateway, services } = await serve(foundation, parts, readiness);
  shutdown.start(auditWitness.rounds);
  if (engine.isCancelOnly) chains.stayClosed();
  else await startTrading(foundation, services, feed);
  isServing = true;
  if (!engine.isCancelOnly) shutdown.start(chains);
  return {
    ...addressesOf(gateway, config),
    failed: failure.promise.then((reason) => explain(reason, database)),
    stop: () => shutdown.run(),
  };
}

/** Lists currencies and markets, and fills charts that have no past from the feed. */
async function openMarkets({
  config,
  engine,
  live,
  database: { queries },
  warn,
}: Foundation): Promise<FeedRunner> {
  const isDemo = config.mode === 'demo';
  await carryRestraints({ queries, engine, live });
  if (!engine.isCancelOnly) for (const { list } of MODULES) await list?.({ engine, live, isDemo });
  const markets = feedMarkets({ currencies: live.currencies(), markets: live.markets() });
  const feed = await openFeed(config.feed, markets, { isDemo, warn });
  await seedHistory(queries, feed, markets);
  while ((await engine.report()).projectorLag > 0) await delay(POLL_MS);
  const twins = (market: number): number | undefined => live.market(playMarketOf(market))?.id;
  return new FeedRunner(feed, engine, Date.now, twins);
}

/** Opens the keys of the settings, and seals data of older keys anew. */
async function openKeys({ config, database: { queries } }: Foundation): Promise<Secrets> {
  const secrets = openSecrets(config);
  await openLastingKey(queries, secrets);
  await keyRecoveryCodes(queries, secrets);
  await resealAll(queries, secrets);
  await new Identities(queries, secrets).hashAnew();
  return secrets;
}

/** Puts the exchange together, starts the areas' work and listens. */
async function serve(
  foundation: Foundation,
  parts: Omit<ExchangeParts, 'gateway' | 'openSockets'>,
  readiness: () => Readiness,
): Promise<{ gateway: Gateway; services: Services }> {
  const { config, database, engine, live, shutdown, warn } = foundation;
  const limits = new SharedLimits({
    queries: database.queries,
    warn: (text) => warn(`limits are not shared: ${text}`),
  });
  const { limiterOf } = limits;
  const addresses = new ClientAddresses(config.trustedProxies, limiterOf);
  let sockets: Sockets | undefined;
  const { gateway, services } = await openExchange({
    ...parts,
    gateway: { ...gatewaySettings(foundation), limiterOf, addresses, readiness },
    openSockets: ({ httpServer }) =>
      (sockets = new Sockets(httpServer, {
        live,
        feeds: FEEDS,
        access: parts.access,
        addresses,
        limiterOf,
        hasLimits: config.rateLimits,
        production: config.mode === 'production',
      })),
  });
  engine.onDurable((batch) => sockets?.publish(batch));
  for (const { rounds } of MODULES)
    for (const round of rounds?.(services) ?? []) shutdown.start(round);
  await limits.remember();
  await gateway.listen(config);
  limits.rounds.start();
  shutdown.add(() => limits.stop());
  shutdown.add(() => closeGateway(gateway, sockets));
  return { gateway, services };
}

function gatewaySettings({
  config,
  logger,
}: Foundation): Omit<GatewaySettings, 'limiterOf' | 'addresses' | 'readiness'> {
  return {
    rateLimits: config.rateLimits,
    webRoot: WEB_ROOT,
    officeRoot: OFFICE_ROOT,
    formTarget: config.payment?.url,
    logger,
    apart: [
      ...(config.office === undefined ? [] : (['office'] as const)),
      ...(config.figures === undefined ? [] : (['figures'] as const)),
    ],
  };
}

/** Starts the sources of commands: prices, time, the demo's bot, runners of areas. */
async function startTrading(
  { config, database: { queries }, engine, live, shutdown }: Foundation,
  services: Services,
  feed: FeedRunner,
): Promise<void> {
  const isDemo = config.mode === 'demo';
  const demoUsers = isDemo ? await ensureDemoAccounts(queries) : [];
  if (isDemo) for (const { furnishDemo } of MODULES) await furnishDemo?.(services, demoUsers);
  shutdown.start(feed);
  shutdown.start(new ClockRunner(engine));
  if (isDemo) shutdown.start(new LiquidityBot(engine, live));
  for (const { trading } of MODULES)
    for (const runner of trading?.(services, demoUsers) ?? []) shutdown.start(runner);
}

/** Where a server listens. */
function addressesOf(gateway: Gateway, config: Config): Pick<Server, 'address' | 'others'> {
  const addressOf = (part: Part, { host }: Address): string =>
    `http://${host.includes(':') ? `[${host}]` : host}:${gateway.portOf(part)}`;
  const { office, figures } = config;
  const others = {
    ...(office === undefined ? {} : { office: addressOf('office', office) }),
    ...(figures === undefined ? {} : { figures: addressOf('figures', figures) }),
  };
  return { address: addressOf('customers', config), others };
}

/** Stops listening and waits for the requests under way. */
async function closeGateway(gateway: Gateway, sockets: Sockets | undefined): Promise<void> {
  const { httpServers } = gateway;
  // A connection that a client keeps open would hold the server up until it times out.
  const sweep = setInterval(
    () => httpServers.forEach((server) => server.closeIdleConnections()),
    POLL_MS,
  );
  const cutOff = setTimeout(
    () => httpServers.forEach((server) => server.closeAllConnections()),
    LONGEST_REQUEST_MS,
  );
  await Promise.all([sockets?.close(), gateway.close()]);
  clearInterval(sweep);
  clearTimeout(cutOff);
}
