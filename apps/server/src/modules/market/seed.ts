import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { Engine } from '../../engine/engine.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from './starting-catalog.ts';

/** What is listed already (the live view knows). */
export interface Listed {
  currencies(): readonly Currency[];
  markets(): readonly Market[];
}

/**
 * Lists the starting currencies and markets that the engine lacks. What is listed stays as it is:
 * an operator may have changed its settings since. Answers after all of it is durable.
 */
export async function seedCatalog(engine: Pick<Engine, 'submit'>, listed: Listed): Promise<void> {
  const currencies = new Set(listed.currencies().map(({ id }) => id));
  const markets = new Set(listed.markets().map(({ id }) => id));
  const commands: Command[] = [
    ...STARTING_CURRENCIES.filter(({ id }) => !currencies.has(id)).map(
      (currency) => ({ kind: 'currency.list', currency }) as const,
    ),
    ...STARTING_MARKETS.filter(({ id }) => !markets.has(id)).map(
      (market) => ({ kind: 'market.list', market }) as const,
    ),
  ];
  const answers = await Promise.all(commands.map((command) => engine.submit(command)));
  for (const { outcome } of answers) {
    if (!outcome.ok) throw new Error(`the starting catalog was refused: ${outcome.rejection}`);
  }
}
