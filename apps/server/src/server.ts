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
import { LiveView } from './live/live-view.ts';
import { playMarketOf } from './live/play-money.ts';
import { createLogger } from './log.ts';
import { outboxMessenger, providerMessenger, type Messenger } from './modules/account/messenger.ts';
import { carryRestraints } from './modules/account/restraints.ts';
import { registerCustomerRoutes } from './modules/account/office-routes.ts';
import { registerAccountRoutes } from './modules/account/routes.ts';
import { DeviceTokens } from './modules/account/device-tokens.ts';
import { FreezeLinks } from './modules/account/freeze-links.ts';
import { LoginDelays } from './modules/account/login-delays.ts';
import { MessageLimits } from './modules/account/message-limits.ts';
import { SecurityLog } from './modules/account/security-log.ts';
import { smtpMessenger } from './modules/account/smtp-messenger.ts';
import { TextConversion } from './modules/account/text-conversion.ts';
import { toldCodes } from './modules/account/told-codes.ts';
import { twilioMessenger } from './modules/account/twilio-messenger.ts';
import { registerCatalogRoutes } from './modules/market/office-routes.ts';
import { seedCatalog } from './modules/market/seed.ts';
import { Contest } from './modules/contest/contest.ts';
import { DemoSeasons } from './modules/contest/demo.ts';
import { registerContestOfficeRoutes } from './modules/contest/office-routes.ts';
import { registerContestRoutes } from './modules/contest/routes.ts';
import { ensureDemoAccounts } from './modules/demo/demo-accounts.ts';
import { refuseOtherMode } from './modules/demo/demo-mark.ts';
import { ensureDemoOperator, renewDemoPasswords } from './modules/demo/demo-operator.ts';
import { Custodian } from './modules/custody/custodian.ts';
import { registerTestDeposit } from './modules/custody/demo-routes.ts';
import { registerHouseRoutes } from './modules/custody/house-routes.ts';
import { registerCustodyOfficeRoutes } from './modules/custody/office-routes.ts';
import { fundDemoReserves, openChains, type OpenChains } from './modules/custody/open-chains.ts';
import { registerCustodyRoutes } from './modules/custody/routes.ts';
import { WithdrawalConfirmations } from './modules/custody/withdrawal-confirmations.ts';
import { riskEndsOf } from './modules/custody/withdrawal-rules.ts';
import { fundDemoHouse, fundDemoUser } from './modules/demo/funding.ts';
import { registerDemoRoutes } from './modules/demo/routes.ts';
import { registerFaultOfficeRoutes } from './modules/faults/office-routes.ts';
import { dayLimitOf } from './modules/identity/daily-limits.ts';
import { Identities } from './modules/identity/identities.ts';
import { registerReviewRoutes } from './modules/identity/office-routes.ts';
import { Pictures } from './modules/identity/pictures.ts';
import { registerIdentityRoutes } from './modules/identity/routes.ts';
import { ensureDemoAcceptor } from './modules/acceptor/demo.ts';
import { Deals, OPEN_DEALS } from './modules/acceptor/deals.ts';
import { registerAcceptorOfficeRoutes } from './modules/acceptor/office-routes.ts';
import { dealCurrency, registerAcceptorRoutes } from './modules/acceptor/routes.ts';
import { demoMerchant, registerDemoGateway } from './modules/payment/demo-gateway.ts';
import { Merchant } from './modules/payment/merchant.ts';
import { registerPaymentOfficeRoutes } from './modules/payment/office-routes.ts';
import { checkRate } from './modules/payment/payment-rate.ts';
import { Payments } from './modules/payment/payments.ts';
import { paidCurrency, registerPaymentRoutes } from './modules/payment/routes.ts';
import { Announcer } from './modules/inbox/announcer.ts';
import { MarginWatch } from './modules/inbox/margin-watch.ts';
import { registerInboxRoutes } from './modules/inbox/routes.ts';
import { fundMarginHouse, fundMarginUser } from './modules/margin/demo-funding.ts';
import { registerMarginOfficeRoutes } from './modules/margin/office-routes.ts';
import { registerMarginRoutes } from './modules/margin/routes.ts';
import { seedMarginTerms } from './modules/margin/starting-terms.ts';
import { registerMarketRoutes } from './modules/market/routes.ts';
import { STARTING_ARTICLES } from './modules/news/articles/starting-articles.ts';
import { ArticlePictures } from './modules/news/article-pictures.ts';
import { registerArticleRoutes } from './modules/news/office-routes.ts';
import { registerNewsRoutes } from './modules/news/routes.ts';
import { seedArticles } from './modules/news/seed.ts';
import { AuditLog } from './modules/office/audit-log.ts';
import { AuditWitness } from './modules/office/audit-witness.ts';
import { OperatorDevices } from './modules/office/operator-devices.ts';
import { OperatorInvitations } from './modules/office/operator-invitations.ts';
import { Operators } from './modules/office/operators.ts';
import { Proposals } from './modules/office/proposals.ts';
import { registerOfficeRoutes } from './modules/office/routes.ts';
import { Authenticators, keyRecoveryCodes } from './modules/security/authenticators.ts';
import { FundPasswords } from './modules/security/fund-passwords.ts';
import { Passkeys } from './modules/security/passkeys.ts';
import { SecondFactors } from './modules/security/second-factors.ts';
import { Retention } from './modules/personal/retention.ts';
import { registerPersonalRoutes } from './modules/personal/routes.ts';
import { startMonitor } from './modules/seconds/monitor.ts';
import { registerSecondsOfficeRoutes } from './modules/seconds/office-routes.ts';
import { registerSecondsRoutes } from './modules/seconds/routes.ts';
import { fundSecondsUser, seedSeconds } from './modules/seconds/seed.ts';
import { ticksFile } from './modules/seconds/ticks-file.ts';
import { registerSecurityRoutes } from './modules/security/routes.ts';
import { registerSettingRoutes } from './modules/site/office-routes.ts';
import { registerSiteRoutes, seedDemoSettings } from './modules/site/routes.ts';
import { registerSpotOfficeRoutes } from './modules/spot/office-routes.ts';
import { registerSpotRoutes } from './modules/spot/routes.ts';
import { registerMarginHistory } from './modules/wallet/margin-history.ts';
import { registerWalletRoutes } from './modules/wallet/routes.ts';
import { openLastingKey } from './sealed/lasting-key.ts';
import { resealAll } from './sealed/reseal.ts';
import { SealedFields } from './sealed/sealed-fields.ts';
import { startProjector } from './projector/projector-worker.ts';
import { openSecrets, type Secrets } from './secrets.ts';

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
  const contest = new Contest({
    queries: database.queries,
    engine,
    live,
    warn: (text) => foundation.logger.warn(text),
  });
  const gateway = await serve(foundation, readiness, {
    custody,
    contest,
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

  const live = new LiveView();
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

/** What runs beside the calls, and what they share. */
interface Runners {
  readonly custody: CustodyHouse;
  readonly contest: Contest;
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
): Promise<Gateway> {
  const { config, logger, metrics, database, engine, live, shutdown } = foundation;
  const { queries } = database;
  const access = new Access(queries);
  const { secrets, auditLog } = runners;
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
  registerCalls(gateway, foundation, {
    access,
    operators,
    proposals,
    messenger,
    freezeLinks,
    ...runners,
  });
  const sockets = new Sockets(gateway.httpServer, {
    live,
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
  return gateway;
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

/** Who calls, and what is kept from them. */
interface Guards extends Runners {
  readonly access: Access;
  readonly operators: Operators;
  readonly proposals: Proposals;
  readonly messenger: Messenger;
  readonly freezeLinks: FreezeLinks;
}

function registerCalls(
  gateway: Gateway,
  foundation: Foundation,
  {
    access,
    secrets,
    operators,
    auditLog,
    auditWitness,
    alarms,
    proposals,
    messenger,
    freezeLinks,
    custody,
    contest,
  }: Guards,
): void {
  const { config, database, engine, live } = foundation;
  const { queries } = database;
  const isDemo = config.mode === 'demo';
  const publicUrl = publicUrlOf(config);
  const invitations = new OperatorInvitations({
    queries,
    auditLog,
    messenger,
    officeUrl: config.officeUrl ?? publicUrl,
  });
  const securityLog = new SecurityLog(queries, { messenger, freezeLinks }, { engine, live });
  const passkeys = new Passkeys(queries, config.publicUrl);
  const authenticators = new Authenticators(queries, secrets);
  const pictures = new Pictures(queries, secrets);
  const fields = new SealedFields(secrets);
  registerMarketRoutes(gateway, { live, queries, now: Date.now });
  registerSpotRoutes(gateway, { engine, live, queries });
  registerSpotOfficeRoutes(gateway, { engine, live, queries });
  registerMarginRoutes(gateway, { engine, live, queries });
  registerMarginOfficeRoutes(gateway, { engine, live, queries });
  registerContestRoutes(gateway, { queries, live, contest });
  registerContestOfficeRoutes(gateway, { queries, live, contest, engine, nowMs: Date.now });
  registerSecondsRoutes(gateway, { engine, live, queries, now: Date.now });
  registerSecondsOfficeRoutes(gateway, { engine, live, queries, now: Date.now });
  gateway.serveTicks((market, day) => ticksFile({ queries, live }, market, day));
  registerWalletRoutes(gateway, {
    engine,
    live,
    queries,
    isCustodyStarting: () => custody.isOpening,
  });
  registerMarginHistory(gateway, { live, queries });
  const limits = new MessageLimits(queries, secrets, { isOn: config.rateLimits });
  const codes = toldCodes(queries, secrets, securityLog);
  const factors = new SecondFactors(authenticators, passkeys);
  const delays = new LoginDelays(queries, secrets, 'proof');
  registerAccountRoutes(gateway, {
    limits,
    queries,
    secrets,
    access,
    live,
    engine,
    messenger,
    securityLog,
    freezeLinks,
    codes,
    secondFactor: factors,
    devices: new DeviceTokens(secrets),
    delays: new LoginDelays(queries, secrets, 'customer'),
  });
  registerSecurityRoutes(gateway, {
    live,
    limits,
    devices: new DeviceTokens(secrets),
    queries,
    access,
    securityLog,
    authenticators,
    passkeys,
    fundPasswords: new FundPasswords(queries, secrets),
    delays,
  });
  const identities = new Identities(queries, secrets);
  registerIdentityRoutes(gateway, { queries, pictures, identities, fields, access, securityLog });
  registerInboxRoutes(gateway, { queries, live });
  gateway.servePictures((link) => pictures.open(link));
  registerNewsRoutes(gateway, { queries });
  registerSiteRoutes(gateway, { queries, isCancelOnly: () => engine.isCancelOnly });
  const { custodian } = custody;
  const confirmations = new WithdrawalConfirmations({
    queries,
    access,
    factors,
    codes,
    limits,
    messenger,
    freezeLinks,
    delays,
    securityLog,
  });
  const custodyServices = {
    engine,
    live,
    queries,
    access,
    securityLog,
    pictures,
    dayLimitOf: (user: number) => dayLimitOf({ queries, identities, live }, user),
    custodian,
    confirmations,
    bitcoinNetwork: config.chains.bitcoin?.network ?? ('mainnet' as const),
  };
  registerCustodyRoutes(gateway, custodyServices);
  registerCustodyOfficeRoutes(gateway, custodyServices);
  registerHouseRoutes(gateway, custodyServices);
  const deals = new Deals({
    queries,
    engine,
    currency: () => dealCurrency(live).id,
    warn: (text) => foundation.logger.warn(text),
  });
  deals.rounds.start();
  foundation.shutdown.add(() => deals.rounds.stop());
  registerAcceptorRoutes(gateway, {
    ...custodyServices,
    deals,
    fields,
    // A demo is tried within minutes of its first login.
    riskEndsOf: async (session) => (isDemo ? {} : riskEndsOf({ queries, live }, session)),
  });
  registerAcceptorOfficeRoutes(gateway, { queries, live, deals, pictures, fields });
  openPayments(gateway, foundation, secrets);
  if (isDemo)
    registerTestDeposit(gateway, { live, custodian, demoChain: () => custody.chains?.demo });
  if (isDemo) registerDemoRoutes(gateway, { engine, queries, isPublic: config.isDemoPublic });

  registerOfficeRoutes(gateway, {
    queries,
    engine,
    live,
    operators,
    invitations,
    devices: new OperatorDevices({ queries, messenger, officeUrl: config.officeUrl }),
    auditWitness,
    proposals,
    projectorLag: async () => (await engine.report()).projectorLag,
    alarms,
  });
  registerFaultOfficeRoutes(gateway, { queries, live, engine });
  registerCustomerRoutes(gateway, { queries, access, live, engine });
  registerReviewRoutes(gateway, { queries, pictures, identities });
  registerPersonalRoutes(gateway, {
    queries,
    access,
    engine,
    live,
    secrets,
    fields,
    identities,
    messenger,
    securityLog,
    openDeals: OPEN_DEALS,
  });
  keepNoLonger(foundation, auditLog);
  const articlePictures = new ArticlePictures(queries);
  gateway.servePublicPictures((id) => articlePictures.open(id));
  registerArticleRoutes(gateway, { queries, pictures: articlePictures });
  registerSettingRoutes(gateway, {
    queries,
    checkRate: (value, before) => checkRate(value, before, live),
  });
  registerCatalogRoutes(gateway, { engine, live });
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

/**
 * Payments through the gateway of the settings; in demo mode without one, through a gateway of our
 * own.
 */
function openPayments(
  gateway: Gateway,
  { config, database, engine, live, logger, shutdown }: Foundation,
  secrets: Secrets,
): void {
  const { queries } = database;
  const isOwnGateway = config.payment === undefined && config.mode === 'demo';
  const settings = isOwnGateway ? demoMerchant(secrets) : config.payment;
  const merchant = settings === undefined ? undefined : new Merchant(settings);
  const payments = new Payments({
    queries,
    engine,
    live,
    fields: new SealedFields(secrets),
    currency: () => paidCurrency(live).id,
    warn: (text) => logger.warn(text),
  });
  payments.rounds.start();
  shutdown.add(() => payments.rounds.stop());
  const services = {
    queries,
    live,
    payments,
    merchant,
    publicUrl: isOwnGateway ? '' : (config.publicUrl ?? ''),
  };
  registerPaymentRoutes(gateway, services);
  registerPaymentOfficeRoutes(gateway, services);
  if (merchant !== undefined && isOwnGateway) registerDemoGateway(gateway, merchant);
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
