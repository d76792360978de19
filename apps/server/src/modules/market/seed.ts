import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { Engine } from '../../engine/engine.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from './starting-catalog.ts';

/** Currencies and markets that are listed already; the live view has them. */
export interface Listed {
  currencies(): readonly Currency[];
  markets(): readonly Market[];
}

/**
 * Lists the starting currencies and markets that the engine lacks. Listed ones stay as they are: an
 * operator may have changed their settings since. Answers after all of them are durable.
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
