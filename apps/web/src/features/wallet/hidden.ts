import { createOwnStore } from '../../shared/own-store.ts';
import { readStored, writeStored } from '../../shared/stored.ts';

interface Hidden {
  /** Balances worth less than one USDT are left out. */
  readonly small: boolean;
  /** Figures are covered, so that a person beside the user cannot read them. */
  readonly all: boolean;
}

const KEYS = { small: 'hideSmall', all: 'hideAll' } as const;

/** The user's choice of hidden balances and figures; kept in the browser. */
export const useHidden = createOwnStore<Hidden>(() => ({
  small: readStored(KEYS.small) === '1',
  all: readStored(KEYS.all) === '1',
}));

export function hide(what: keyof Hidden, isHidden: boolean): void {
  writeStored(KEYS[what], isHidden ? '1' : '0');
  useHidden.setState({ [what]: isHidden });
}
