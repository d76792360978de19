import { encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_RULES, NEWEST_RULES } from '@meridian/core/rules';
import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { MemoryJournal } from '../journal/memory-journal.ts';
import type { StoredSnapshot } from '../journal/journal.ts';
import { recover } from './recovery.ts';
import { checkpointOf, decodeSnapshot, encodeSnapshot, hashState } from './snapshot-codec.ts';

const START_MS = Date.UTC(2026, 0, 5, 12);
const LIST_CURRENCY: Command = {
  kind: 'currency.list',
  currency: { id: 3, code: 'USDT', scale: 8 },
};

function deposit(amount: number): Command {
  return {
    kind: 'ledger.deposit',
    user: 100_000 + (amount % 7),
    wallet: 'spot',
    currency: 3,
    amount: BigInt(amount) as Amount,
    reference: 'test',
  };
}

/** A journal with the exchange that wrote it, like the engine's but without its threads. */
class Past {
  readonly journal = new MemoryJournal();
  readonly exchange = new Exchange(FIRST_RULES);

  async apply(command: Command): Promise<void> {
    const timeMs = START_MS + this.exchange.seq;
    expect(this.exchange.apply(command, timeMs).outcome).toEqual({ ok: true });
    await this.journal.append([{ timeMs, payload: encodeCommand(command) }]);
  }

  async deposits(count: number): Promise<void> {
    for (let n = 1; n <= count; n++) await this.apply(deposit(n));
  }

  /** @param isTold whether the journal has its checkpoint */
  async snapshot({ isTold = true }: { isTold?: boolean } = {}): Promise<number> {
    const { seq } = this.exchange;
    const encoded = await encodeSnapshot(this.exchange.snapshot());
    await this.journal.saveSnapshot({ seq, journalHash: this.journal.head.hash, ...encoded });
    if (isTold) await this.apply(checkpointOf(seq, encoded.stateHash));
    return seq;
  }

  /** Replaces a stored snapshot by a changed one with a matching hash. */
  async alter(
    seq: number,
    change: (state: { accounts: { available: string }[] }) => void,
  ): Promise<void> {
    const stored = (await this.journal.loadSnapshot(seq)) as StoredSnapshot;
    const state = decodeSnapshot(stored.body) as never;
    change(state);
    await this.journal.saveSnapshot({
      seq,
      journalHash: stored.journalHash,
      ...(await encodeSnapshot(state)),
    });
  }

  recover(projectedSeq = this.exchange.seq): {
    result: Promise<Exchange>;
    projected: number[];
    warnings: string[];
  } {
    const projected: number[] = [];
    const warnings: string[] = [];
    const result = recover({
      journal: this.journal,
      projectedSeq,
      project: (batch) => Promise.resolve(void projected.push(...batch.map(({ seq }) => seq))),
      warn: (message) => warnings.push(message),
    });
    return { result, projected, warnings };
  }
}

async function pastWithSnapshots(): Promise<{ past: Past; stored: number[] }> {
  const past = new Past();
  const stored: number[] = [];
  await past.apply(LIST_CURRENCY);
  for (let n = 0; n < 3; n++) {
    await past.deposits(10);
    stored.push(await past.snapshot());
  }
  await past.deposits(5);
  return { past, stored };
}

/** Swaps the money of two accounts, whose sum stays: only a hash can detect that. */
function swapMoney({ accounts }: { accounts: { available: string }[] }): void {
  const [first, second] = accounts.filter(({ available }) => BigInt(available) > 10n);
  if (first === undefined || second === undefined) throw new Error('too few accounts');
  first.available = String(BigInt(first.available) + 1n);
  second.available = String(BigInt(second.available) - 1n);
}

describe('recovery', () => {
  it('gives the living state from the first command and from each snapshot', async () => {
    const { past, stored } = await pastWithSnapshots();
    const last = past.exchange.seq;
    for (const projectedSeq of [0, ...stored, last]) {
      const { result, projected, warnings } = past.recover(projectedSeq);
      expect(hashState((await result).snapshot())).toEqual(hashState(past.exchange.snapshot()));
      expect(projected).toEqual(
        Array.from({ length: last - projectedSeq }, (_, index) => projectedSeq + 1 + index),
      );
      expect(warnings).toEqual([]);
    }
  });

  it('leaves out a damaged snapshot and takes the next older one', async () => {
    const { past, stored } = await pastWithSnapshots();
    const newest = (await past.journal.loadSnapshot(stored[2] ?? 0)) as StoredSnapshot;
    await past.journal.saveSnapshot({
      ...newest,
      body: newest.body.map((line) => line.replace('"available":"', '"available":"1')),
    });
    const { result, warnings } = past.recover();
    expect(hashState((await result).snapshot())).toEqual(hashState(past.exchange.snapshot()));
    expect(warnings[0]).toMatch(/is damaged/);
  });

  it('refuses a journal that is shorter than what the read models have seen', async () => {
    const { past } = await pastWithSnapshots();
    await expect(past.recover(past.exchange.seq + 1).result).rejects.toThrow(/is missing/);
  });
});

describe('a state that this build would not come to', () => {
  it('stops the replay at the first snapshot that differs', async () => {
    const { past, stored } = await pastWithSnapshots();
    await past.alter(stored[1] ?? 0, swapMoney);
    await expect(past.recover(stored[0]).result).rejects.toMatchObject({
      code: 'state_differs',
      message: expect.stringContaining(`after command ${stored[1]}`) as string,
    });
  });

  it('is a fault and no damage where a snapshot lacks a part that this build needs', async () => {
    const { past, stored } = await pastWithSnapshots();
    await past.alter(stored[2] ?? 0, (state) => {
      delete (state as { escrows?: unknown }).escrows;
    });
    await expect(past.recover().result).rejects.toMatchObject({
      code: 'state_differs',
      message: expect.stringContaining('was good when it was stored') as string,
    });
  });

  it('stops the replay at a checkpoint, where no snapshot is kept any more', async () => {
    const past = new Past();
    await past.apply(LIST_CURRENCY);
    await past.deposits(3);
    const other = hashState(new Exchange(FIRST_RULES).snapshot());
    await past.apply(checkpointOf(past.exchange.seq - 1, other));
    await expect(past.recover(0).result).rejects.toMatchObject({
      code: 'state_differs',
      message: expect.stringContaining('the checkpoint in the journal') as string,
    });
  });

  it('stops at a row of which this build says that it changed nothing, unless it is of rules that gave a number to everything', async () => {
    const past = new Past();
    const repeated = { ...deposit(1), key: 'once' } as Command;
    await past.apply(LIST_CURRENCY);
    await past.apply(repeated);
    await past.apply(repeated);
    expect((await past.recover(0).result).seq).toBe(3);
    await past.apply({ kind: 'core.upgrade', version: NEWEST_RULES });
    await past.deposits(1);
    await past.journal.append([{ timeMs: START_MS + 1000, payload: encodeCommand(repeated) }]);
    await expect(past.recover(0).result).rejects.toMatchObject({
      code: 'state_differs',
      message: expect.stringContaining('after command 6') as string,
    });
  });

  it('is found in the newest snapshot by the checkpoint behind it, though its hash agrees with its body', async () => {
    const { past, stored } = await pastWithSnapshots();
    await past.alter(stored[2] ?? 0, swapMoney);
    await expect(past.recover().result).rejects.toMatchObject({ code: 'state_differs' });
  });

  it('is a fault and no damage where a snapshot contradicts an invariant of this build', async () => {
    const { past, stored } = await pastWithSnapshots();
    await past.alter(stored[2] ?? 0, ({ accounts }) => {
      for (const account of accounts) account.available = String(BigInt(account.available) + 1n);
    });
    await expect(past.recover().result).rejects.toMatchObject({
      code: 'state_differs',
      message: expect.stringContaining('was good when it was stored') as string,
    });
  });
});

describe('a journal of other rules', () => {
  it('is replayed by the rules that it names', async () => {
    const { past } = await pastWithSnapshots();
    await past.apply({ kind: 'core.upgrade', version: NEWEST_RULES });
    await past.deposits(2);
    await past.snapshot();
    for (const projectedSeq of [0, past.exchange.seq])
      expect((await past.recover(projectedSeq).result).rules).toBe(NEWEST_RULES);
  });

  it('that a newer build wrote is refused, whether a row or a snapshot names them', async () => {
    const { past } = await pastWithSnapshots();
    await past.journal.append([
      {
        timeMs: START_MS + 1000,
        payload: encodeCommand({ kind: 'core.upgrade', version: NEWEST_RULES + 1 }),
      },
    ]);
    await expect(past.recover().result).rejects.toMatchObject({ code: 'journal_newer' });
    const other = await pastWithSnapshots();
    const state = { ...other.past.exchange.snapshot(), format: 99, rules: 7 } as never;
    await other.past.journal.saveSnapshot({
      seq: other.past.exchange.seq,
      journalHash: other.past.journal.head.hash,
      ...(await encodeSnapshot(state)),
    });
    await expect(other.past.recover().result).rejects.toMatchObject({
      code: 'journal_newer',
      message: expect.stringContaining('rules 7') as string,
    });
  });

  it('and of format 3 goes on from its snapshot', async () => {
    const { past } = await pastWithSnapshots();
    const { format: _format, rules: _rules, ...state } = past.exchange.snapshot();
    const older = { format: 3, ...state };
    await past.journal.saveSnapshot({
      seq: past.exchange.seq,
      journalHash: past.journal.head.hash,
      stateHash: hashState(older),
      body: [JSON.stringify(older)],
    });
    await past.deposits(2);
    const { result, warnings } = past.recover();
    expect(hashState((await result).snapshot())).toEqual(hashState(past.exchange.snapshot()));
    expect(hashState((await past.recover(0).result).snapshot())).toEqual(
      hashState(past.exchange.snapshot()),
    );
    expect(warnings).toEqual([]);
  });
});
