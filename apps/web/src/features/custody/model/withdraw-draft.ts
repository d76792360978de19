/**
 * Address and amount of a withdrawal that is being typed: they outlive a reload of the tab, and end
 * with it. Codes and proofs are never kept.
 */
export interface WithdrawDraft {
  readonly address: string;
  readonly amount: string;
}

/** Owner and place of a draft: another account in the same tab does not see it. */
export interface DraftPlace {
  readonly user: string | undefined;
  readonly currency: number;
  readonly network: string;
}

export const NOTHING_TYPED: WithdrawDraft = { address: '', amount: '' };

export function readDraft(place: DraftPlace): WithdrawDraft {
  try {
    const { address, amount } = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? '{}') as Partial<
      Record<keyof WithdrawDraft, unknown>
    >;
    return {
      address: typeof address === 'string' ? address : '',
      amount: typeof amount === 'string' ? amount : '',
    };
  } catch {
    return NOTHING_TYPED;
  }
}

/** Keeps a draft; an empty one is removed. */
export function keepDraft(
  place: DraftPlace,
  { address = '', amount = '' }: Partial<WithdrawDraft>,
) {
  if (place.user === undefined) return;
  try {
    if (address === '' && amount === '') sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), JSON.stringify({ address, amount }));
  } catch {
    // A browser that stores nothing loses the draft at a reload.
  }
}

function keyOf({ user = '', currency, network }: DraftPlace): string {
  return `withdraw-draft ${user} ${currency} ${network}`;
}
