/** The names that customers see. */
export const WALLET_CHOICES = [
  { id: 'spot', name: 'Spot' },
  { id: 'margin', name: 'Contracts' },
  { id: 'seconds', name: 'Seconds' },
  { id: 'p2p', name: 'Fiat' },
] as const;

export function walletName(wallet: string): string {
  return WALLET_CHOICES.find(({ id }) => id === wallet)?.name ?? wallet;
}
