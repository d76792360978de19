import { createHash, randomUUID } from 'node:crypto';
import { FAUCET_PER_HOUR } from '@meridian/contract/demo/calls';
import type { Credit } from '@meridian/core/ledger/ledger-commands';
import type { CurrencyId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { Refusal } from '../../gateway/refusal.ts';

const HOUR_MS = 3_600_000;
const COIN = 10n ** 8n;

export interface Grant {
  readonly currency: CurrencyId;
  readonly code: string;
  readonly coins: bigint;
}

/** Payment of one use of the faucet, in whole coins. All starting currencies have 8 decimals. */
export const GRANTS: readonly Grant[] = [
  { currency: 3, code: 'USDT', coins: 10_000n },
  { currency: 1, code: 'BTC', coins: 1n },
  { currency: 2, code: 'ETH', coins: 10n },
];

/**
 * Pays play money from the house into the user's spot wallet. A repetition with the same key pays
 * nothing again and does not count: the three commands carry keys made from it. Refuses with
 * `faucet_limit` after the uses of one hour.
 */
export async function payFromFaucet(
  services: { queries: Queries; engine: Pick<Engine, 'submit'> },
  user: number,
  key: string = randomUUID(),
): Promise<void> {
  await recordUse(services.queries, user, key);
  const stem = createHash('sha256').update(key).digest('hex').slice(0, 40);
  const commands = GRANTS.map(({ currency, coins }): Credit => {
    return {
      kind: 'ledger.credit',
      user,
      wallet: 'spot',
      currency,
      amount: (coins * COIN) as Amount,
      reference: 'demo-faucet',
      key: `faucet-${stem}-${currency}`,
    };
  });
  const answers = await Promise.all(commands.map((command) => services.engine.submit(command)));
  for (const { outcome } of answers) if (!outcome.ok) throw new Refusal(outcome.rejection);
}

async function recordUse(queries: Queries, user: number, key: string): Promise<void> {
  const now = Date.now();
  await queries.transaction().execute(async (transaction) => {
    // One user's uses run one after the other, so that simultaneous ones do not escape the limit.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`faucet ${user}`}, 0))`.execute(
      transaction,
    );
    const uses = await transaction
      .selectFrom('faucet_uses')
      .select(['key', 'created_at'])
      .where('user_id', '=', BigInt(user))
      .where((eb) => eb.or([eb('key', '=', key), eb('created_at', '>', new Date(now - HOUR_MS))]))
      .orderBy('created_at')
      .execute();
    if (uses.some((use) => use.key === key)) return;
    const oldest = uses[0];
    if (oldest !== undefined && uses.length >= FAUCET_PER_HOUR) {
      throw new Refusal('faucet_limit', {
        minutes: Math.ceil((oldest.created_at.getTime() + HOUR_MS - now) / 60_000),
      });
    }
    await transaction
      .insertInto('faucet_uses')
      .values({ user_id: BigInt(user), key, created_at: new Date(now) })
      .execute();
  });
}
