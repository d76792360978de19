import type { WALLET_FIELDS } from '@meridian/contract/wallet/calls';
import type { MessageId } from './i18n/translate.ts';

/** What each wallet is called, by its wire name. */
export const WALLET_LABELS = {
  change: 'assets.exchange',
  lever: 'assets.contract',
  micro: 'assets.seconds',
  legal: 'assets.fiat',
} as const satisfies Record<(typeof WALLET_FIELDS)[number], MessageId>;
