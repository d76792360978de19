import { Box, Typography } from '@mui/material';
import { useListContext, useRecordContext } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { Pictures } from '../shared/pictures.tsx';
import type { Claim } from './custody-words.ts';

/** The claim with its picture, below its row. */
export function ClaimDetails() {
  const claim = useRecordContext<Claim>();
  if (claim === undefined) return null;
  return (
    <Box sx={{ pt: 1 }}>
      <ClaimFacts claim={claim} />
    </Box>
  );
}

export function ClaimFacts({
  claim: {
    id,
    account,
    user,
    amount,
    currency_name,
    network,
    from_address,
    hash,
    reason,
    picture,
    created_time,
  },
}: {
  readonly claim: Claim;
}) {
  const { refetch } = useListContext();
  return (
    <>
      <Details
        rows={[
          ['Claim', id],
          ['Claimed', created_time],
          ['Customer', `${account} (${user})`],
          ['Amount', `${groupDigits(amount)} ${currency_name}`],
          ['Network', network],
          ['From', from_address],
          ['Transaction', hash],
          ['Reason', reason],
        ]}
      />
      {picture === '' ? (
        <Typography variant="body2" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
          No picture was sent.
        </Typography>
      ) : (
        <Box sx={{ maxWidth: 400 }}>
          <Pictures
            names={['Picture of the transfer']}
            links={[picture]}
            renew={() => void refetch()}
          />
        </Box>
      )}
    </>
  );
}
