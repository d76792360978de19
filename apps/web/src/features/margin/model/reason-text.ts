import type { MessageId } from '../../../shared/i18n/translate.ts';

const TEXTS: Readonly<Record<string, MessageId>> = {
  closed: 'margin.reason.closed',
  reversed: 'margin.reason.reversed',
  limit: 'margin.reason.limit',
  takeProfit: 'margin.reason.takeProfit',
  stopLoss: 'margin.reason.stopLoss',
  liquidated: 'margin.reason.liquidated',
  cover: 'margin.reason.cover',
  cancelled: 'margin.reason.cancelled',
  liquidation: 'margin.reason.cover',
  margin: 'margin.reason.margin',
  exposure: 'margin.reason.exposure',
  slippage: 'margin.reason.slippage',
  timeout: 'margin.reason.timeout',
  house: 'margin.reason.house',
};

/**
 * Why a position was closed or an order ended. Words of the server that are younger than this page
 * say the exchange ended it.
 */
export function reasonText(reason: string): MessageId {
  return TEXTS[reason] ?? 'margin.reason.other';
}
