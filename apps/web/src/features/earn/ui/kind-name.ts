import type { MessageId } from '../../../shared/i18n/translate.ts';

/** The names of the kinds of products. */
export const KIND_NAMES = {
  wealth: 'feature.wealth',
  pledge: 'feature.pledge',
  savings: 'feature.coinBank',
} as const satisfies Record<string, MessageId>;
