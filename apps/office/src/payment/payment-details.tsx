import { Alert, Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { isOpen, PAYMENT_STATES, type Payment } from './payment-words.ts';

/** All details of a payment, below its row. */
export function PaymentDetails() {
  const payment = useRecordContext<Payment>();
  if (payment === undefined) return null;
  const {
    id,
    order,
    user,
    account,
    payer,
    amount,
    number,
    rate,
    status,
    note,
    gateway_id,
    decided_by,
    created_time,
    expires_time,
    paid_time,
  } = payment;
  return (
    <Box sx={{ pt: 1 }}>
      {isOpen(payment) && (
        <Alert severity="warning" sx={{ mx: 2, mb: 2 }}>
          {PAYMENT_STATES[status].meaning}
        </Alert>
      )}
      <Details
        rows={[
          ['Payment', id],
          ['Order', order],
          ['Customer', `${account} (${user})`],
          ['Account at the gateway', payer],
          ["Gateway's number", gateway_id],
          ['Paid', `${groupDigits(amount)} CNY`],
          ['Coins', `${groupDigits(number)} USDT at ${rate} CNY`],
          ['State', PAYMENT_STATES[status].label],
          ['Made', created_time],
          ['Ends', expires_time],
          ['Told by the gateway', paid_time],
          ['Decided by', decided_by],
          ['Note', note],
        ]}
      />
    </Box>
  );
}
