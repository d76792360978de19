import type { Output } from '@meridian/contract/client/named-calls';

export type EngineFault = Output<'GET /office/api/faults'>['list'][number];

/** In the order of the tabs: held faults first. */
export const FAULT_STATES: Readonly<
  Record<EngineFault['state'], { readonly label: string; readonly color: 'default' | 'error' }>
> = {
  held: { label: 'Held back', color: 'error' },
  released: { label: 'Released', color: 'default' },
};

/** The commands that the fault blocks. */
export function heldOf({ kind, markets }: Pick<EngineFault, 'kind' | 'markets'>): string {
  if (kind === 'clock.tick' || (kind === 'index.set' && markets.length === 0))
    return 'Nothing by itself; two such faults within ten minutes start the exchange for cancels only';
  return kind === 'index.set'
    ? `Prices of ${markets.join(', ')}`
    : 'The same command, from the same customer';
}
