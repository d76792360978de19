import type { BitcoinNetwork } from '@meridian/chain/chain-facts';
import { BRANCHES, NETWORKS, type Chain, type KeyBranch } from '@meridian/chain/chains';
import { deriveAddress } from '@meridian/chain/keys/derive-address';
import type { Xpubs } from '@meridian/chain/signer/signer';
import { WatchedAddresses } from '@meridian/chain/watched-addresses';
import type { NetworkName } from '@meridian/contract/custody/networks';
import type { UserId } from '@meridian/core/ids';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { OWN_ADDRESS } from './chain-watcher.ts';

/** Number of the advisory lock; no other code uses it. */
const ADDRESS_LOCK = 7_301;

/**
 * Gives each user, and the house, one address on each branch of keys, derived from extended public
 * keys alone: no private key is here. Owns `deposit_addresses`, and for each chain the addresses
 * that its watcher looks for.
 */
export class DepositAddresses {
  readonly #queries: Queries;
  readonly #xpubs: Xpubs;
  readonly #bitcoinNetwork: BitcoinNetwork;
  readonly #watched = new Map<Chain, WatchedAddresses>();

  constructor(queries: Queries, xpubs: Xpubs, bitcoinNetwork: BitcoinNetwork) {
    this.#queries = queries;
    this.#xpubs = xpubs;
    this.#bitcoinNetwork = bitcoinNetwork;
  }

  /** Reads all addresses that were ever given out. */
  async load(): Promise<void> {
    for (const branch of Object.keys(this.#xpubs) as KeyBranch[]) {
      const watched = this.watched(BRANCHES[branch].chain);
      watched.add(this.hot(branch), OWN_ADDRESS);
      const rows = await this.#queries
        .selectFrom('deposit_addresses')
        .select(['address', 'user_id'])
        .where('branch', '=', branch)
        .execute();
      for (const { address, user_id } of rows) watched.add(address, Number(user_id));
    }
  }

  watched(chain: Chain): WatchedAddresses {
    const known = this.#watched.get(chain);
    if (known !== undefined) return known;
    const watched = new WatchedAddresses();
    this.#watched.set(chain, watched);
    return watched;
  }

  /** The hot address, from which withdrawals are paid. */
  hot(branch: KeyBranch): string {
    return deriveAddress({
      branch,
      xpub: this.#xpubs[branch].hot,
      index: 0,
      bitcoinNetwork: this.#bitcoinNetwork,
    });
  }

  /** The user's address on a network; creates it if there is none. */
  async of(user: UserId, network: NetworkName): Promise<string> {
    const { branch, chain } = NETWORKS[network];
    const known = await this.#find(this.#queries, user, branch);
    const address = known ?? (await this.#make(user, branch));
    this.watched(chain).add(address, user);
    return address;
  }

  /** The owner of an address, 0 where no user of the exchange owns it. */
  async ownerOf(network: NetworkName, address: string): Promise<UserId> {
    return this.watched(NETWORKS[network].chain).ownerOf(address) ?? 0;
  }

  async #make(user: UserId, branch: KeyBranch): Promise<string> {
    return this.#queries.transaction().execute(async (transaction) => {
      // One at a time, so that indices have no gaps: a wallet program then finds all addresses of
      // the tree.
      await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK})`.execute(transaction);
      const known = await this.#find(transaction, user, branch);
      if (known !== undefined) return known;
      const { last } = await transaction
        .selectFrom('deposit_addresses')
        .select(({ fn }) => fn.max('index').as('last'))
        .where('branch', '=', branch)
        .executeTakeFirstOrThrow();
      const index = last === null ? 0n : last + 1n;
      const address = deriveAddress({
        branch,
        xpub: this.#xpubs[branch].deposits,
        index: Number(index),
        bitcoinNetwork: this.#bitcoinNetwork,
      });
      await transaction
        .insertInto('deposit_addresses')
        .values({ branch, index, user_id: BigInt(user), address, created_at: new Date() })
        .execute();
      return address;
    });
  }

  async #find(queries: Queries, user: UserId, branch: KeyBranch): Promise<string | undefined> {
    const row = await queries
      .selectFrom('deposit_addresses')
      .select('address')
      .where('branch', '=', branch)
      .where('user_id', '=', BigInt(user))
      .executeTakeFirst();
    return row?.address;
  }
}
