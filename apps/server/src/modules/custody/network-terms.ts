import type { NetworkName } from '@meridian/contract/custody/networks';
import type { NetworkId } from '@meridian/core/custody/custody-commands';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { networkId, startingNetwork, startingTerms } from './chain-networks.ts';

export interface Terms {
  readonly confirmations: number;
  /** Units of the exchange. */
  readonly hot_ceiling: bigint;
  readonly is_deposit_open: boolean;
}

/** Terms of networks that only the server keeps. Owns `network_terms`, with a copy in memory. */
export class NetworkTerms {
  readonly #queries: Queries;
  readonly #terms = new Map<NetworkId, Terms>();

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * Opens the networks that the engine lacks and reads all terms. Existing networks stay unchanged:
   * an operator may have edited them.
   */
  async open(
    names: readonly NetworkName[],
    {
      engine,
      live,
      newAddressWaitMs,
    }: { engine: Pick<Engine, 'submit'>; live: LiveView; newAddressWaitMs: number | undefined },
  ): Promise<void> {
    for (const name of names) {
      if (live.custody.network(networkId(name)) === undefined) {
        const { outcome } = await engine.submit({
          kind: 'custody.network',
          network: startingNetwork(name, newAddressWaitMs),
        });
        if (!outcome.ok) throw new Error(`network ${name} was refused: ${outcome.rejection}`);
      }
      const values = { network: networkId(name), ...startingTerms(name) };
      await this.#queries
        .insertInto('network_terms')
        .values(values)
        .onConflict((conflict) => conflict.column('network').doNothing())
        .execute();
    }
    for (const { network, ...terms } of await this.#queries
      .selectFrom('network_terms')
      .selectAll()
      .execute())
      this.#terms.set(network, terms);
  }

  /** An unknown network is closed, and its deposits never confirm. */
  of(network: NetworkId): Terms {
    return (
      this.#terms.get(network) ?? {
        confirmations: Number.MAX_SAFE_INTEGER,
        hot_ceiling: 0n,
        is_deposit_open: false,
      }
    );
  }

  async save(network: NetworkId, terms: Terms): Promise<void> {
    await this.#queries
      .updateTable('network_terms')
      .set(terms)
      .where('network', '=', network)
      .execute();
    this.#terms.set(network, terms);
  }
}
