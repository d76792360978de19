/**
 * Puts the server together and starts it in the one order that is safe: database, projector and
 * engine, recovery, read models caught up, live view, and only then anything that answers or
 * trades.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { ClockRunner } from './clock/clock-runner.ts';
import type { Config } from './config.ts';
import { lockDataDir, makeDataDir } from './database/data-dir-lock.ts';
import { openDatabase, type Database } from './database/database.ts';
import { databaseFault } from './database/database-fault.ts';
import { EngineClient } from './engine/engine-client.ts';
import { commitMetrics, engineMetrics } from './engine/engine-metrics.ts';
import { Fault } from './fault.ts';
import { feedMarkets } from './feed/feed-markets.ts';
import { FeedRunner } from './feed/feed-runner.ts';
import { seedHistory } from './feed/history-seed.ts';
import { openFeed } from './feed/open-feed.ts';
import { Access } from './gateway/access.ts';
import { ClientAddresses } from './gateway/client-addresses.ts';
import type { Address, Part } from './gateway/doors.ts';
import { createGateway, type Gateway, type GatewayOptions } from './gateway/http.ts';
import { SharedLimits } from './gateway/shared-limits.ts';
import { Sockets } from './gateway/sockets/sockets.ts';
import { LiquidityBot } from './liquidity/liquidity-bot.ts';
import { loadHistory } from './live/load-history.ts';
import { openLiveView, type LiveView } from './modules/live-view.ts';
import { playMarketOf } from './modules/market/play-money.ts';
import { createLogger } from './log.ts';
import { outboxMessenger, providerMessenger, type Messenger } from './modules/account/messenger.ts';
import { carryRestraints } from './modules/account/restraints.ts';
import { FreezeLinks } from './modules/account/freeze-links.ts';
import { LoginDelays } from './modules/account/login-delays.ts';
import { MessageLimits } from './modules/account/message-limits.ts';
import { smtpMessenger } from './modules/account/smtp-messenger.ts';
import { TextConversion } from './modules/account/text-conversion.ts';
import { twilioMessenger } from './modules/account/twilio-messenger.ts';
import { seedCatalog } from './modules/market/seed.ts';
import type { Contest } from './modules/contest/contest.ts';
import { DemoSeasons } from './modules/contest/demo.ts';
import { ensureDemoAccounts } from './modules/demo/demo-accounts.ts';
import { refuseOtherMode } from './modules/demo/demo-mark.ts';
import { ensureDemoOperator, renewDemoPasswords } from './modules/demo/demo-operator.ts';
import { Custodian } from './modules/custody/custodian.ts';
import { fundDemoReserves, openChains, type OpenChains } from './modules/custody/open-chains.ts';
import { fundDemoHouse, fundDemoUser } from './modules/demo/funding.ts';
import { ensureDemoAcceptor } from './modules/acceptor/demo.ts';
import { demoMerchant } from './modules/payment/demo-gateway.ts';
import { Merchant } from './modules/payment/merchant.ts';
import { Announcer } from './modules/inbox/announcer.ts';
import { MarginWatch } from './modules/inbox/margin-watch.ts';
import { fundMarginHouse, fundMarginUser } from './modules/margin/demo-funding.ts';
import { seedMarginTerms } from './modules/margin/starting-terms.ts';
import { STARTING_ARTICLES } from './modules/news/articles/starting-articles.ts';
import { seedArticles } from './modules/news/seed.ts';
import { AuditLog } from './modules/office/audit-log.ts';
import { AuditWitness } from './modules/office/audit-witness.ts';
import { Operators } from './modules/office/operators.ts';
import { Proposals } from './modules/office/proposals.ts';
import { keyRecoveryCodes } from './modules/security/authenticators.ts';
import { Retention } from './modules/personal/retention.ts';
import { startMonitor } from './modules/seconds/monitor.ts';
import { fundSecondsUser, seedSeconds } from './modules/seconds/seed.ts';
import { seedDemoSettings } from './modules/site/routes.ts';
import { FEEDS, MODULES } from './modules/all.ts';
import { openLastingKey } from './sealed/lasting-key.ts';
import { resealAll } from './sealed/reseal.ts';
import { SealedFields } from './sealed/sealed-fields.ts';
import { startProjector } from './projector/projector-worker.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { openServices, type ServiceParts } from './services.ts';

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
/** How long the end of a database may take to be noticed when its sessions have broken. */
const DEATH_NOTICE_MS = 1000;

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

/** Undoes what was started, last first. */
class Shutdown {
  readonly #steps: (() => Promise<void> | void)[] = [];

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) await step();
  }
}

/** What the parts of the server share. */
interface Foundation {
  readonly config: Config;
  readonly logger: ReturnType<typeof createLogger>;
  readonly metrics: Registry;
  readonly database: Database;
  readonly engine: EngineClient;
  readonly live: LiveView;
  readonly shutdown: Shutdown;
}

/**
 * Starts everything. Settles when it serves; throws (a `Fault` where the environment is at fault)
 * after undoing all of it.
 */
export async function startServer(config: Config): Promise<Server> {
  const shutdown = new Shutdown();
  const failure = Promise.withResolvers<Error>();
  try {
    // What fails in another thread may be what the start waits for.
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
  const foundation = await lay(config, shutdown, failure.resolve);
  const { database, engine, live } = foundation;
  const feed = await openMarkets(foundation);
  await loadHistory(database.queries, live, Date.now());

  const secrets = openSecrets(config);
  await openLastingKey(database.queries, secrets);
  await keyRecoveryCodes(database.queries, secrets);
  await resealAll(database.queries, secrets);
  const auditLog = new AuditLog(database.queries, secrets);
  const auditWitness = new AuditWitness({
    auditLog,
    dataDir: config.dataDir,
    warn: (text) => foundation.logger.error(text),
  });
  const texts = new TextConversion(database.queries, {
    warn: (text) => foundation.logger.warn(text),
  });
  texts.measure(foundation.metrics);
  texts.rounds.start();
  shutdown.add(() => texts.rounds.stop());
  const custody = new CustodyHouse(foundation);
  const alarms = (): string[] => [
    ...engine.alarms,
    ...texts.alarms,
    ...(auditWitness.isBroken ? ['audit_log'] : []),
    ...custody.custodian.alarms,
  ];
  let isServing = false;
  const readiness = (): ReturnType<GatewayOptions['readiness']> => {
    const waitingFor = [
      ...(isServing ? [] : ['start']),
      ...(engine.status === 'running' ? [] : ['engine']),
      ...(engine.stalledMs < LONGEST_COMMIT_MS ? [] : ['database']),
      ...(feed.status.isFresh || engine.isCancelOnly ? [] : ['feed']),
    ];
    return { ready: waitingFor.length === 0, waitingFor, alarms: alarms() };
  };
  const { gateway, contest } = await serve(foundation, readiness, {
    custody,
    secrets,
    auditLog,
    auditWitness,
    alarms,
  });
  auditWitness.rounds.start();
  shutdown.add(() => auditWitness.rounds.stop());
  shutdown.add(
    startMonitor({
      live,
      queries: database.queries,
      metrics: foundation.metrics,
      warn: (message) => foundation.logger.warn(message),
    }),
  );
  if (engine.isCancelOnly) custody.stayClosed();
  else await startTrading(foundation, { feed, contest, secrets });
  isServing = true;
  if (!engine.isCancelOnly) {
    // Nobody waits for nodes: until they answer, deposits and withdrawals are not open.
    custody.open();
    shutdown.add(() => custody.close());
  }
  const addressOf = (part: Part, { host }: Address): string =>
    `http://${host.includes(':') ? `[${host}]` : host}:${gateway.portOf(part)}`;
  const { office, figures } = config;
  const others = {
    ...(office === undefined ? {} : { office: addressOf('office', office) }),
    ...(figures === undefined ? {} : { figures: addressOf('figures', figures) }),
  };
  return {
    address: addressOf('customers', config),
    others,
    failed: failure.promise.then((reason) => explain(reason, database)),
    stop: () => shutdown.run(),
  };
}

/** What makes commands by itself: prices, time, the bot, contests. */
async function startTrading(
  foundation: Foundation,
  {
    feed,
    contest,
    secrets,
  }: { readonly feed: FeedRunner; readonly contest: Contest; readonly secrets: Secrets },
): Promise<void> {
  const { config, database, engine, live, logger, shutdown } = foundation;
  const demoUsers = config.mode === 'demo' ? await furnishDemo(foundation, secrets) : [];
  feed.start();
  shutdown.add(() => feed.stop());
  const clock = new ClockRunner(engine);
  clock.start();
  shutdown.add(() => clock.stop());
  if (config.mode === 'demo') {
    const bot = new LiquidityBot(engine, live);
    bot.start();
    shutdown.add(() => bot.stop());
  }
  contest.rounds.start();
  shutdown.add(() => contest.rounds.stop());
  if (config.hasDemoSeasons) {
    const seasons = new DemoSeasons({
      contest,
      queries: database.queries,
      engine,
      live,
      users: demoUsers,
      warn: (text) => logger.warn(text),
    });
    seasons.start();
    shutdown.add(() => seasons.stop());
  }
}

/**
 * Sessions break before the end of their database is noticed: its own reason is the one to tell.
 */
async function explain(reason: Error, database: Database): Promise<Error> {
  if (!(reason instanceof Fault) || reason.code !== 'database_unavailable') return reason;
  const died = await Promise.race([database.died, delay(DEATH_NOTICE_MS)]);
  const message =
    died === undefined || died === reason ? reason.message : `${died.message}; ${reason.message}`;
  return new Fault(reason.code, `${message}${database.lastWords()}`);
}

/** Database, projector and engine, recovered; the live view as of then and kept up. */
async function lay(
  config: Config,
  shutdown: Shutdown,
  fail: (reason: Error) => void,
): Promise<Foundation> {
  const logger = createLogger();
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  makeDataDir(config.dataDir);
  shutdown.add(await lockDataDir(config.dataDir));
  const database = await openDatabase({
    ...config,
    asServer: config.databaseUrl === undefined || config.mode === 'production',
  });
  shutdown.add(() => database.close());
  database.died.then(fail, fail);

  const { port1: engineEnd, port2: projectorEnd } = new MessageChannel();
  const projector = startProjector(database.url, projectorEnd);
  projector.ended.catch((error: unknown) =>
    fail(databaseFault('the read models could not be written', error)),
  );
  const onCommit = commitMetrics(metrics);
  const { dataDir, databaseTimeoutMs, clockStart, startMode } = config;
  const warn = (message: string): void => logger.warn(message);
  const engine = new EngineClient({
    databaseUrl: database.url,
    databaseTimeoutMs,
    dataDir,
    clockStart,
    startMode,
    projectorPort: engineEnd,
    warn,
    onCommit,
  });
  engineMetrics(metrics, engine);
  shutdown.add(async () => {
    await engine.stop();
    await projector.ended.catch(() => undefined);
  });
  engine.ended.then((reason) => reason === undefined || fail(reason), fail);

  const live = openLiveView();
  live.load(await engine.recovered());
  engine.onDurable((batch) => live.apply(batch));
  await refuseOtherMode(config.mode, { queries: database.queries, live });
  return { config, logger, metrics, database, engine, live, shutdown };
}

/** Lists what is traded, and gives charts without a past one from the feed. */
async function openMarkets({
  config,
  logger,
  engine,
  live,
  database,
}: Foundation): Promise<FeedRunner> {
  const isDemo = config.mode === 'demo';
  await carryRestraints({ queries: database.queries, engine, live });
  if (!engine.isCancelOnly) {
    await seedCatalog(engine, live);
    await seedMarginTerms(engine, live.margin, { isOpen: isDemo, minSources: isDemo ? 1 : 3 });
  }
  const markets = feedMarkets({ currencies: live.currencies(), markets: live.markets() });
  const feed = await openFeed(config.feed, markets, {
    isDemo: config.mode === 'demo',
    warn: (message) => logger.warn(message),
  });
  await seedHistory(database.queries, feed, markets);
  while ((await engine.report()).projectorLag > 0) await delay(POLL_MS);
  const twins = (market: number): number | undefined => live.market(playMarketOf(market))?.id;
  return new FeedRunner(feed, engine, Date.now, twins);
}

/** The chains and who runs them, opened beside everything else. */
class CustodyHouse {
  readonly custodian: Custodian;
  readonly #foundation: Foundation;
  chains: OpenChains | undefined;
  /** True until the chains are open, or it is known that they stay closed. */
  isOpening = true;
  #opening: Promise<void> = Promise.resolve();

  constructor(foundation: Foundation) {
    const { database, engine, live, logger } = foundation;
    this.#foundation = foundation;
    this.custodian = new Custodian({
      queries: database.queries,
      engine,
      live,
      alarm: (text) => logger.error(`custody: ${text}`),
    });
  }

  /** The chains are not opened at all. */
  stayClosed(): void {
    this.isOpening = false;
  }

  open(): void {
    this.#opening = this.#open()
      .catch((error: unknown) =>
        this.#foundation.logger.error(error, 'custody: deposits and withdrawals stay closed'),
      )
      .finally(() => {
        this.isOpening = false;
      });
  }

  async #open(): Promise<void> {
    const { config, database } = this.#foundation;
    const chains = await openChains(config, openSecrets(config));
    this.chains = chains;
    if (chains === undefined) return;
    await this.custodian.start(chains.setup, async (hot) => {
      const [adapter] = chains.setup.adapters;
      if (chains.demo !== undefined && adapter !== undefined)
        await fundDemoReserves(chains.demo, {
          adapter,
          hot: hot('ethereum'),
          queries: database.queries,
        });
    });
  }

  async close(): Promise<void> {
    await this.#opening;
    await this.custodian.stop();
    await this.chains?.close();
  }
}

/** Parts that exist before the calls. */
interface Runners {
  readonly custody: CustodyHouse;
  readonly secrets: Secrets;
  readonly auditLog: AuditLog;
  readonly auditWitness: AuditWitness;
  /** What an operator has to look at while the exchange goes on. */
  readonly alarms: () => readonly string[];
}

/** Registers every call and starts to listen. */
async function serve(
  foundation: Foundation,
  readiness: GatewayOptions['readiness'],
  runners: Runners,
): Promise<{ gateway: Gateway; contest: Contest }> {
  const { config, logger, metrics, database, engine, live, shutdown } = foundation;
  const { queries } = database;
  const access = new Access(queries);
  const { secrets, auditLog, custody } = runners;
  const operators = new Operators({
    queries,
    secrets,
    auditLog,
    delays: new LoginDelays(queries, secrets, 'operator'),
    needsTotp: config.mode === 'production',
    waitMs: config.operatorWaitMs,
  });
  const limits = new SharedLimits({
    queries,
    warn: (text) => logger.warn(`limits are not shared: ${text}`),
  });
  const { limiterOf } = limits;
  const addresses = new ClientAddresses(config.trustedProxies, limiterOf);
  const proposals = new Proposals(queries);
  const gateway = await createGateway({
    access,
    operators,
    proposals,
    production: config.mode === 'production',
    rateLimits: config.rateLimits,
    limiterOf,
    webRoot: WEB_ROOT,
    officeRoot: OFFICE_ROOT,
    formTarget: config.payment?.url,
    readiness,
    metrics,
    addresses,
    logger,
    apart: [
      ...(config.office === undefined ? [] : (['office'] as const)),
      ...(config.figures === undefined ? [] : (['figures'] as const)),
    ],
  });
  const messenger = config.mode === 'demo' ? outboxMessenger(queries) : openMessenger(foundation);
  const freezeLinks = new FreezeLinks(queries, publicUrlOf(config));
  const services = openServices({
    queries,
    engine,
    live,
    secrets,
    warn: (text) => logger.warn(text),
    now: Date.now,
    access,
    operators,
    proposals,
    auditLog,
    auditWitness: runners.auditWitness,
    messenger,
    freezeLinks,
    limits: new MessageLimits(queries, secrets, { isOn: config.rateLimits }),
    loginDelays: new LoginDelays(queries, secrets, 'customer'),
    delays: new LoginDelays(queries, secrets, 'proof'),
    custodian: custody.custodian,
    isCustodyStarting: () => custody.isOpening,
    bitcoinNetwork: config.chains.bitcoin?.network ?? 'mainnet',
    demoChain: () => custody.chains?.demo,
    // A demo is tried within minutes of its first login.
    doSalesAskForDevices: () => config.mode !== 'demo',
    ...paymentSettings(config, secrets),
    isDemo: config.mode === 'demo',
    isDemoPublic: config.isDemoPublic,
    isCancelOnly: () => engine.isCancelOnly,
    passkeyOrigin: config.publicUrl,
    officeUrl: config.officeUrl,
    invitationUrl: config.officeUrl ?? publicUrlOf(config),
    projectorLag: async () => (await engine.report()).projectorLag,
    alarms: runners.alarms,
  });
  for (const { register, rounds = () => [] } of MODULES) {
    register(gateway, services);
    for (const round of rounds(services)) {
      round.start();
      shutdown.add(() => round.stop());
    }
  }
  keepNoLonger(foundation, auditLog);
  const sockets = new Sockets(gateway.httpServer, {
    live,
    feeds: FEEDS,
    access,
    addresses,
    limiterOf,
    hasLimits: config.rateLimits,
    production: config.mode === 'production',
  });
  engine.onDurable((batch) => sockets.publish(batch));
  startTelling(foundation, { sockets, messenger, freezeLinks });
  await limits.remember();
  await gateway.listen(config);
  limits.rounds.start();
  shutdown.add(() => limits.stop());
  shutdown.add(() => closeGateway(gateway, sockets));
  return { gateway, contest: services.contest };
}

/**
 * What customers are told goes to open pages and into mails; margin accounts are looked at for
 * warnings.
 */
function startTelling(
  { database: { queries }, live, logger, shutdown }: Foundation,
  {
    sockets,
    messenger,
    freezeLinks,
  }: {
    readonly sockets: Sockets;
    readonly messenger: Messenger;
    readonly freezeLinks: FreezeLinks;
  },
): void {
  const warn = (text: string): void => logger.warn(text);
  for (const { rounds } of [
    new MarginWatch({ queries, live, warn }),
    new Announcer({ queries, live, messenger, freezeLinks, sockets, warn }),
  ]) {
    rounds.start();
    shutdown.add(() => rounds.stop());
  }
}

/** Where customers open the site, without a slash at its end. */
function publicUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`;
}

/** Stops listening and waits for the requests under way. */
async function closeGateway(gateway: Gateway, sockets: Sockets): Promise<void> {
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
  await Promise.all([sockets.close(), gateway.close()]);
  clearInterval(sweep);
  clearTimeout(cutOff);
}

/** Erases personal data once its time is over. */
function keepNoLonger(
  { database: { queries }, metrics, logger, shutdown }: Foundation,
  auditLog: AuditLog,
): void {
  const erased = new Counter({
    name: 'personal_data_erased_total',
    help: 'what has left because its time was over, by kind',
    labelNames: ['kind'] as const,
    registers: [metrics],
  });
  const { rounds } = new Retention({
    queries,
    auditLog,
    erased,
    warn: (text) => logger.warn(text),
  });
  rounds.start();
  shutdown.add(() => rounds.stop());
}

/** Payments go through the gateway of the settings; in a demo without one, through its own. */
function paymentSettings(
  { payment, mode, publicUrl = '' }: Config,
  secrets: Secrets,
): Pick<ServiceParts, 'merchant' | 'isOwnGateway' | 'paymentUrl'> {
  const isOwnGateway = payment === undefined && mode === 'demo';
  const settings = isOwnGateway ? demoMerchant(secrets) : payment;
  return {
    merchant: settings === undefined ? undefined : new Merchant(settings),
    isOwnGateway,
    paymentUrl: isOwnGateway ? '' : publicUrl,
  };
}

/** The providers of mails and text messages that the settings name. */
function openMessenger({ config, logger }: Foundation): Messenger {
  const warn = (text: string): void => logger.warn(text);
  const { mail, smsUrl } = config;
  return providerMessenger({
    mail: mail === undefined ? undefined : smtpMessenger({ ...mail, warn }),
    sms: smsUrl === undefined ? undefined : twilioMessenger({ url: smsUrl, warn }),
  });
}

/**
 * Demo mode: play money, the two demo users, links, articles (they speak of a demo). Each only
 * once. @returns the users
 */
async function furnishDemo(
  { config, database, engine, live }: Foundation,
  secrets: Secrets,
): Promise<readonly number[]> {
  await fundDemoHouse(engine, live);
  await fundMarginHouse(engine, live);
  await seedSeconds(engine, live);
  await seedDemoSettings(database.queries);
  await seedArticles(database.queries, STARTING_ARTICLES);
  await ensureDemoOperator(database.queries);
  if (config.isDemoPublic)
    for (const { account, password } of await renewDemoPasswords(database.queries))
      process.stdout.write(
        `The office is open to ${account} with the password ${password}, which is said only now\n`,
      );
  const users = await ensureDemoAccounts(database.queries);
  for (const user of users) {
    await fundDemoUser(engine, live, user);
    await fundMarginUser(engine, live, user);
    await fundSecondsUser(engine, live, user);
  }
  const acceptor = users.at(-1);
  if (acceptor !== undefined)
    await ensureDemoAcceptor(
      { queries: database.queries, fields: new SealedFields(secrets) },
      acceptor,
    );
  return users;
}
