import type { MessageId } from '../../../shared/i18n/translate.ts';

const TEXTS: Readonly<Record<string, MessageId>> = {
  closed: 'position.reason.closed',
  reversed: 'position.reason.reversed',
  limit: 'position.reason.limit',
  takeProfit: 'position.reason.takeProfit',
  stopLoss: 'position.reason.stopLoss',
  liquidated: 'position.reason.liquidated',
  cover: 'position.reason.cover',
  cancelled: 'position.reason.cancelled',
  liquidation: 'position.reason.cover',
  margin: 'position.reason.margin',
  exposure: 'position.reason.exposure',
  slippage: 'position.reason.slippage',
  timeout: 'position.reason.timeout',
  house: 'position.reason.house',
};

/**
 * Why a position was closed or an order ended. Words of the server that are younger than this page
 * say the exchange ended it.
 */
export function reasonText(reason: string): MessageId {
  return TEXTS[reason] ?? 'position.reason.other';
}
