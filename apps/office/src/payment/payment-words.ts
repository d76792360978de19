import type { Output } from '@meridian/contract/client/named-calls';

export type Payment = Output<'GET /office/api/payments'>['list'][number];

/** In the order of the tabs: states that wait for an operator first. */
export const PAYMENT_STATES: Readonly<
  Record<
    Payment['status'],
    {
      readonly label: string;
      readonly color: 'default' | 'info' | 'warning' | 'success' | 'error';
      readonly meaning: string;
    }
  >
> = {
  late: {
    label: 'Paid late',
    color: 'warning',
    meaning:
      'The gateway says that it was paid after it had ended. Credit it, or give the money back at the gateway.',
  },
  short: {
    label: 'House is short',
    color: 'error',
    meaning:
      'Paid, and the house has too little USDT. It is credited by itself as soon as there is enough.',
  },
  waiting: { label: 'At the gateway', color: 'info', meaning: 'Not paid yet.' },
  crediting: {
    label: 'Being credited',
    color: 'info',
    meaning: 'Paid; the coins are on their way to the customer.',
  },
  credited: {
    label: 'Credited',
    color: 'success',
    meaning: 'Paid, and the customer has the coins.',
  },
  refunded: {
    label: 'Given back',
    color: 'default',
    meaning: 'An operator gave the money back at the gateway.',
  },
  expired: { label: 'Expired', color: 'default', meaning: 'Not paid within its time.' },
  refused: {
    label: 'Not paid',
    color: 'default',
    meaning: 'The customer or the gateway ended it.',
  },
};

/** Whether an operator has to decide. */
export function isOpen({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'late' || status === 'short';
}
