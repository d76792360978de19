import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Runner } from '../../rounds.ts';
import type { Secrets } from '../../secrets.ts';
import type { LiveView } from '../live-view.ts';
import { Custodian } from './custodian.ts';
import { fundDemoReserves, openChains, type OpenChains } from './open-chains.ts';

interface SupervisorParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly logger: Logger;
}

/**
 * Opens the chains beside everything else: nobody waits for nodes, and until they answer deposits
 * and withdrawals are not open.
 */
export class ChainSupervisor implements Runner {
  readonly custodian: Custodian;
  readonly #parts: SupervisorParts;
  #chains: OpenChains | undefined;
  /** True until the chains are open, or it is known that they stay closed. */
  #isOpening = true;
  #opening: Promise<void> = Promise.resolve();

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    const { logger } = parts;
    this.custodian = new Custodian({
      ...parts,
      alarm: (text) => logger.error(`custody: ${text}`),
    });
  }

  get isOpening(): boolean {
    return this.#isOpening;
  }

  /** The source of test deposits. */
  get demo(): OpenChains['demo'] {
    return this.#chains?.demo;
  }

  /** The chains are not opened at all. */
  stayClosed(): void {
    this.#isOpening = false;
  }

  start(): void {
    this.#opening = this.#open()
      .catch((error: unknown) =>
        this.#parts.logger.error(error, 'custody: deposits and withdrawals stay closed'),
      )
      .finally(() => {
        this.#isOpening = false;
      });
  }

  async stop(): Promise<void> {
    await this.#opening;
    await this.custodian.stop();
    await this.#chains?.close();
  }

  async #open(): Promise<void> {
    const { config, secrets, queries } = this.#parts;
    const chains = await openChains(config, secrets);
    this.#chains = chains;
    if (chains === undefined) return;
    await this.custodian.start(chains.setup, async (hot) => {
      const [adapter] = chains.setup.adapters;
      if (chains.demo !== undefined && adapter !== undefined)
        await fundDemoReserves(chains.demo, { adapter, hot: hot('ethereum'), queries });
    });
  }
}
