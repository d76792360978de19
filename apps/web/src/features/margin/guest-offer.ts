import type { MarginOffer, PublicTerms } from './model/position.ts';

/**
 * Leverages that a visitor can try out in the form. The market's own ones are told after the login,
 * and only they can be sent.
 */
const TRIED_LEVERAGES = [5, 10, 20, 50, 100];

/** The form's terms for a visitor: the public ones, and an account without money. */
export function guestOffer(terms: PublicTerms): MarginOffer {
  return {
    ratio: '0',
    equity: '0',
    available: '0',
    margins: '0',
    profits: '0',
    maintained: '0',
    leverages: TRIED_LEVERAGES,
    lotChoices: [],
    minLots: 1,
    maxLots: 0,
    lotSize: terms.lotSize,
    indexPrice: terms.indexPrice,
    isOpen: true,
    spread: terms.spread,
    fee: terms.fee,
    slippage: '0',
    nightFee: terms.nightFee ?? '0',
    maintenance: terms.maintenance,
    positions: [],
  };
}
