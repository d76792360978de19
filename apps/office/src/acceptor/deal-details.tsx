import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { COIN, DEAL_TYPES, FIAT, RULINGS, WAYS, type Deal } from './acceptor-words.ts';

/** Details of a deal and both its sides, below its row. */
export function DealDetails() {
  const deal = useRecordContext<Deal>();
  if (deal === undefined) return null;
  return (
    <Box sx={{ pt: 1 }}>
      <DealFacts deal={deal} />
    </Box>
  );
}

export function DealFacts({ deal }: { readonly deal: Deal }) {
  const { id, type, number, money, way, created_time, marked_time, disputed_time, ruling } = deal;
  return (
    <>
      <Details
        rows={[
          ['Deal', id],
          ['Customer', DEAL_TYPES[type]],
          ['Coins', `${groupDigits(number)} ${COIN}`],
          ['Money', `${groupDigits(money)} ${FIAT}, ${WAYS[way]}`],
          ['Made', created_time],
          ['Marked as transferred', marked_time],
          ['Disputed', disputed_time],
          ...(ruling === ''
            ? []
            : ([
                ['Ruling', RULINGS[ruling]],
                ['Reason', deal.ruling_reason],
                ['Ruled', `${deal.ruled_time}, ${deal.ruled_by}`],
              ] as const)),
        ]}
      />
      <Side title="Customer">
        <Details
          rows={[
            ['Account', `${deal.account} (${deal.user})`],
            ['Phone given', deal.mobile],
            [type === 'sell' ? 'Is paid to' : 'Pays from', deal.deal_account],
            ...(deal.deal_bank === '' ? [] : ([['Bank', deal.deal_bank]] as const)),
            ...(deal.deal_holder === '' ? [] : ([['Account holder', deal.deal_holder]] as const)),
            ['Other deals', pastOf(deal.user_deals, deal.user_disputes)],
          ]}
        />
      </Side>
      <Side title="Acceptor">
        <Details
          rows={[
            ['Name', deal.acceptor_name],
            ['Account', `${deal.acceptor_account} (${deal.acceptor_user})`],
            [type === 'sell' ? 'Pays from' : 'Is paid to', deal.hes_account],
            ['Other deals', pastOf(deal.acceptor_deals, deal.acceptor_disputes)],
          ]}
        />
      </Side>
    </>
  );
}

function pastOf(deals: number, disputes: number): string {
  return `${deals} confirmed, ${disputes} disputed`;
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <Typography variant="subtitle2" sx={{ px: 2, pb: 1 }}>
        {title}
      </Typography>
      {children}
    </>
  );
}
