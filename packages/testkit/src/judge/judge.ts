/**
 * The judge: recomputes the exchange from the commands of its journal and compares all tables,
 * snapshots and answers with it.
 */
import { ApiAnswers } from './api-answers.ts';
import { DatabaseReader } from './database-reader.ts';
import { Findings } from './findings.ts';
import { BrokenRecord, readRecord } from './journal-record.ts';
import { ReadModels } from './read-models.ts';
import { RecomputedExchange, UnknownRules } from './recomputed-exchange.ts';
import { compareSnapshot, snapshotSeqs } from './snapshots.ts';

export interface JudgeOptions {
  readonly databaseUrl: string;
  /** A running server on that database, and the accounts to log in with. */
  readonly server?: {
    readonly url: string;
    readonly people: readonly { readonly account: string; readonly password: string }[];
  };
}

export interface Verdict {
  readonly isClean: boolean;
  readonly commands: number;
  readonly orders: number;
  readonly trades: number;
  /** The comparisons and their differences. */
  readonly lines: readonly string[];
}

export async function judge({ databaseUrl, server }: JudgeOptions): Promise<Verdict> {
  const findings = new Findings();
  // The answers first: the journal, read after them, has every command that they depend on.
  const api =
    server === undefined ? undefined : await ApiAnswers.ask(server.url, server.people, findings);
  const database = await DatabaseReader.open(databaseUrl);
  try {
    const exchange = new RecomputedExchange();
    try {
      await retry(database, { exchange, findings, api });
    } catch (error) {
      if (!(error instanceof BrokenRecord || error instanceof UnknownRules)) throw error;
      findings.differs('journal', error.message);
    }
    api?.finish();
    return {
      isClean: findings.isClean,
      commands: exchange.seq,
      orders: exchange.orders,
      trades: exchange.trades,
      lines: findings.lines(),
    };
  } finally {
    await database.close();
  }
}

/** Replays the whole record, comparing on the way. */
async function retry(
  database: DatabaseReader,
  parts: { exchange: RecomputedExchange; findings: Findings; api: ApiAnswers | undefined },
): Promise<void> {
  const { exchange, findings, api } = parts;
  const models = await ReadModels.open(database, findings);
  const snapshots = await snapshotSeqs(database);
  for await (const page of readRecord(database)) {
    for (const { seq, timeMs, command } of page) {
      exchange.apply(command, timeMs);
      if (exchange.seq !== seq)
        throw new BrokenRecord(
          `row ${seq} (${String(command.kind)}) changes nothing: by rules ${exchange.rules} it belongs into no journal`,
        );
      api?.check(exchange);
      if (snapshots.delete(seq)) await compareSnapshot(database, exchange, findings);
      if (seq > models.position) continue;
      models.note(exchange);
      if (seq === models.position) await models.finish(exchange);
    }
    findings.compared('journal rows', page.length);
    if (exchange.seq < models.position) await models.compareUpTo(exchange.seq);
  }
  balance(exchange, findings);
  if (models.position > exchange.seq)
    findings.differs(
      'journal',
      `the read models know command ${models.position}, but the journal ends at ${exchange.seq}`,
    );
  for (const seq of snapshots)
    if (seq > 0)
      findings.differs(
        'journal',
        `there is a snapshot of command ${seq}, but the journal ends at ${exchange.seq}`,
      );
}

/**
 * No money out of nothing: all accounts of a currency, the outside world's too, sum to zero, and
 * only that one is negative.
 */
function balance(exchange: RecomputedExchange, findings: Findings): void {
  const sums = new Map<string, bigint>(
    [...exchange.currencies.keys()].map((currency) => [`currency ${currency}`, 0n]),
  );
  for (const { user, wallet, currency, available, held } of exchange.accounts.all()) {
    sums.set(`currency ${currency}`, (sums.get(`currency ${currency}`) ?? 0n) + available + held);
    if (held < 0n || (available < 0n && user !== 1))
      findings.differs(
        'signs of balances',
        `${user} ${wallet} ${currency} has ${available} available and ${held} held`,
      );
  }
  findings.compare(
    'sums of currencies',
    new Map([...sums.keys()].map((name) => [name, '0'])),
    new Map([...sums].map(([name, sum]) => [name, String(sum)])),
  );
}
