import type { ChainAdapter } from '@meridian/chain/adapter';
import type { ChainAsset, KeyBranch } from '@meridian/chain/chains';
import type { Queries } from '../../database/database.ts';
import { assetOfNetwork } from './chain-networks.ts';

/** Gas that a token transfer may need, with a margin: the fuel sent pays for one. */
const TOKEN_GAS = 100_000n;
const COIN_GAS = 21_000n;
/** Sweeps under way at a time: fuel for each comes from the hot address, one after the other. */
const MOST_OPEN = 20;

export interface SweeperParts {
  readonly adapter: ChainAdapter;
  readonly queries: Queries;
  readonly hotAddress: (branch: KeyBranch) => string;
  readonly nowMs: () => number;
}

/**
 * Moves customers' deposits on Ethereum from their addresses to the hot one. On Bitcoin the outputs
 * are spent where they are; on Tron deposits stay at their addresses. It only writes intentions
 * into `chain_transfers`; the sender carries them out. An address whose token has no coin to pay
 * gas with gets fuel first.
 */
export class Sweeper {
  readonly #parts: SweeperParts;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  async work(): Promise<void> {
    const { adapter, queries } = this.#parts;
    if (adapter.chain !== 'ethereum') return;
    const { open } = await queries
      .selectFrom('chain_transfers')
      .select(({ fn }) => fn.countAll<bigint>().as('open'))
      .where('chain', '=', adapter.chain)
      .where('kind', '!=', 'withdrawal')
      .where('status', 'not in', ['done', 'failed'])
      .executeTakeFirstOrThrow();
    if (Number(open) >= MOST_OPEN) return;
    const fee = await adapter.estimateFee();
    const gasPrice = fee.chain === 'ethereum' ? BigInt(fee.maxFeePerGas) : 0n;
    for (const { address, network } of await this.#unswept(MOST_OPEN - Number(open))) {
      const asset = this.#assetOf(network);
      if (asset !== undefined) await this.#sweep(address, asset, gasPrice);
    }
  }

  /** Addresses with deposits newer than their last sweep, and no sweep under way. */
  #unswept(most: number): Promise<{ address: string; network: number }[]> {
    const { queries, adapter } = this.#parts;
    return queries
      .selectFrom('seen_deposits as deposit')
      .select(['deposit.address', 'deposit.network'])
      .distinct()
      .where('deposit.chain', '=', adapter.chain)
      .where('deposit.status', '=', 'credited')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chain_transfers as sweep')
              .select('sweep.id')
              .whereRef('sweep.source', '=', 'deposit.address')
              .where('sweep.kind', '=', 'sweep')
              .where(({ eb, or }) =>
                or([
                  eb('sweep.status', 'not in', ['done', 'failed']),
                  eb('sweep.created_at', '>', eb.ref('deposit.seen_at')),
                ]),
              ),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chain_transfers as fuel')
              .select('fuel.id')
              .whereRef('fuel.address', '=', 'deposit.address')
              .where('fuel.kind', '=', 'fuel')
              .where('fuel.status', 'not in', ['done', 'failed']),
          ),
        ),
      )
      .limit(most)
      .execute();
  }

  async #sweep(address: string, asset: ChainAsset, gasPrice: bigint): Promise<void> {
    const { adapter, hotAddress } = this.#parts;
    const coin = adapter.assets.find(({ token }) => token === undefined);
    if (coin === undefined) return;
    const [held, coins] = await Promise.all([
      adapter.balance(asset.id, address),
      adapter.balance(coin.id, address),
    ]);
    if (asset.token === undefined) {
      // The transaction's cost stays behind, with a tenth more: the price may rise until it is
      // built.
      const amount = coins - (COIN_GAS * gasPrice * 11n) / 10n;
      if (amount >= asset.dust)
        await this.#intend('sweep', {
          asset: asset.id,
          address: hotAddress('ethereum'),
          amount,
          source: address,
        });
      return;
    }
    if (held < asset.dust) return;
    const fuel = (TOKEN_GAS * gasPrice * 3n) / 2n;
    if (coins < fuel)
      await this.#intend('fuel', { asset: coin.id, address, amount: fuel - coins, source: '' });
    else
      await this.#intend('sweep', {
        asset: asset.id,
        address: hotAddress('ethereum'),
        amount: held,
        source: address,
      });
  }

  async #intend(
    kind: 'sweep' | 'fuel',
    transfer: { asset: string; address: string; amount: bigint; source: string },
  ): Promise<void> {
    const now = new Date(this.#parts.nowMs());
    const row = {
      ...transfer,
      kind,
      withdrawal: null,
      chain: this.#parts.adapter.chain,
      status: 'waiting',
      created_at: now,
      updated_at: now,
    } as const;
    await this.#parts.queries.insertInto('chain_transfers').values(row).execute();
  }

  #assetOf(network: number): ChainAsset | undefined {
    const { assets } = this.#parts.adapter;
    return assets.find(({ id }) => id === assetOfNetwork(network));
  }
}
