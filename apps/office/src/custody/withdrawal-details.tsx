import type { Output } from '@meridian/contract/client/named-calls';
import { Alert, Box, Button, Link } from '@mui/material';
import { useState } from 'react';
import { useGetOne, useRecordContext } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { GroupedAddress } from '../shared/grouped-address.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import {
  BEHIND,
  CONFIRMATIONS,
  networkLabel,
  RISKS,
  sendingOf,
  type Withdrawal,
} from './custody-words.ts';
import { LostDialog } from './lost-dialog.tsx';

type Me = Output<'GET /office/api/me'>;

/** All details of a withdrawal, below its row. */
export function WithdrawalDetails() {
  const withdrawal = useRecordContext<Withdrawal>();
  const { data: me } = useGetOne<Me>('me', { id: 0 }, { retry: false });
  const [isGivingBack, setGivingBack] = useState(false);
  if (withdrawal === undefined) return null;
  const { hash, flags } = withdrawal;
  const { trouble } = sendingOf(withdrawal.sending);
  const canGiveBack =
    withdrawal.status === 'agreed' &&
    trouble !== '' &&
    hash !== '' &&
    me?.permissions.includes('custody.approve') === true;
  return (
    <Box sx={{ pt: 1 }}>
      {trouble !== '' && (
        <Alert
          severity="warning"
          sx={{ mx: 2, mb: 2 }}
          action={
            canGiveBack && (
              <Button color="inherit" onClick={() => setGivingBack(true)}>
                Give back
              </Button>
            )
          }
        >
          {trouble}
        </Alert>
      )}
      {isGivingBack && <LostDialog withdrawal={withdrawal} close={() => setGivingBack(false)} />}
      <Facts withdrawal={withdrawal} />
      {flags.length > 0 && (
        <Details rows={flags.map((flag) => [RISKS[flag].label, RISKS[flag].meaning] as const)} />
      )}
    </Box>
  );
}

function Facts({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const {
    id,
    number,
    fee,
    currency_name,
    worth,
    network,
    address,
    look_alike,
    recipient,
    approvals,
    approvals_needed,
    approved_by,
    hash,
    sending,
    account,
    confirmed_by,
    confirmed_time,
    created_time,
  } = withdrawal;
  const approvers = approved_by.length === 0 ? '' : `: ${approved_by.join(', ')}`;
  return (
    <Details
      rows={[
        ['Withdrawal', id],
        ['Asked', created_time],
        [
          'Confirmed',
          confirmed_by === ''
            ? 'Not kept: asked for before this was, or cut short by a stop'
            : `${CONFIRMATIONS[confirmed_by]}, ${confirmed_time}, by ${account}`,
        ],
        [
          'Amount',
          `${groupDigits(number)} ${currency_name}, of which the fee is ${groupDigits(fee)}`,
        ],
        ['Worth', `${groupDigits(worth)} USDT`],
        ['Network', networkLabel(network)],
        ['Address', <GroupedAddress key="address" address={address} />],
        ...(look_alike === ''
          ? []
          : [['Looks like', <GroupedAddress key="look-alike" address={look_alike} />] as const]),
        [
          'Belongs to',
          recipient === 0 ? (
            'Nobody here'
          ) : (
            <Link href={`#/users/${recipient}/show`}>{`Customer ${recipient}`}</Link>
          ),
        ],
        ['Approvals', `${approvals} of ${approvals_needed}${approvers}`],
        ['Sending', withdrawal.is_behind ? BEHIND : sendingOf(sending).step],
        ['Transaction', hash],
      ]}
    />
  );
}
