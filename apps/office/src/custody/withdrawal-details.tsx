import { Alert, Box, Link } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { NETWORKS, RISKS, sendingOf, type Withdrawal } from './custody-words.ts';

/** All that is known of a withdrawal, under its row. */
export function WithdrawalDetails() {
  const withdrawal = useRecordContext<Withdrawal>();
  if (withdrawal === undefined) return null;
  const { id, number, fee, currency_name, worth, network, address, recipient, flags, approvals, approvals_needed, approved_by, hash, sending, created_time } = withdrawal;
  const { step, trouble } = sendingOf(sending);
  const who = approved_by.length === 0 ? '' : `: ${approved_by.join(', ')}`;
  return (
    <Box sx={{ pt: 1 }}>
      {trouble !== '' && (
        <Alert severity="warning" sx={{ mx: 2, mb: 2 }}>
          {trouble}
        </Alert>
      )}
      <Details
        rows={[
          ['Withdrawal', id],
          ['Asked', created_time],
          ['Amount', `${groupDigits(number)} ${currency_name}, of which the fee is ${groupDigits(fee)}`],
          ['Worth', `${groupDigits(worth)} USDT`],
          ['Network', NETWORKS[network]],
          ['Address', address],
          ['Belongs to', recipient === 0 ? 'Nobody here' : <Link href={`#/users/${recipient}/show`}>{`Customer ${recipient}`}</Link>],
          ['Approvals', `${approvals} of ${approvals_needed}${who}`],
          ['Sending', step],
          ['Transaction', hash],
        ]}
      />
      {flags.length > 0 && <Details rows={flags.map((flag) => [RISKS[flag].label, RISKS[flag].meaning] as const)} />}
    </Box>
  );
}
