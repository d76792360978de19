import type {
  SaleCommitmentTaken,
  SaleCommitted,
  SaleSettled,
  SaleVested,
} from '@meridian/core/sale/sale-events';
import type { Told } from './inbox-tables.ts';

/**
 * Messages about a commitment to a token sale: somebody with its owner's session may have made it.
 * `withFacts` adds title and kind of the sale, its two currencies and the reason of a refund, from
 * the row of the sale.
 */
export function toldOfSale(
  event: SaleCommitted | SaleCommitmentTaken | SaleSettled | SaleVested,
): Told {
  const { user, sale: subject } = event;
  switch (event.type) {
    case 'saleCommitted': {
      const facts = { subject, amount: String(event.amount), other: String(event.committed) };
      return { user, kind: 'sale_committed', facts };
    }
    case 'saleCommitmentTaken':
      return {
        user,
        kind: 'sale_taken',
        facts: { subject, amount: String(event.amount), other: String(event.committed) },
      };
    case 'saleSettled': {
      const { allotted, paid, refunded, bound } = event;
      return allotted === 0n
        ? { user, kind: 'sale_refunded', facts: { subject, amount: String(refunded) } }
        : {
            user,
            kind: 'sale_bought',
            facts: {
              ...{ subject, amount: String(paid), other: String(refunded) },
              ...{ bought: String(allotted), bound: String(bound) },
            },
          };
    }
    case 'saleVested': {
      const { amount, left } = event;
      const facts = { subject, bought: String(amount), bound: String(left) };
      return { user, kind: 'sale_vested', facts };
    }
  }
}
