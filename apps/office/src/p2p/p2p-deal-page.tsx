import { Box, Link } from '@mui/material';
import { Show, Title, useShowContext } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { wholeRecord } from '../shared/whole-record.ts';
import { APPEAL_STATES, REASONS, SIDES } from './appeal-words.ts';
import { StateChip } from '../shared/state-chip.tsx';
import {
  BESIDE,
  ChatPanel,
  RulingsOf,
  SidePanel,
  StatementsOf,
  StepsPanel,
} from './case-panels.tsx';
import { DEAL_QUEUES, ENDED_BY, FIAT, WAYS, type WholeDeal } from './p2p-words.ts';

/** The server logs each opening, so the page never refetches by itself. */
const ONCE = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** A deal with its two sides, chat, steps and appeals; customer service writes here. */
export function P2pDealPage() {
  return (
    <Show actions={false} title={false} component="div" queryOptions={ONCE}>
      <Deal />
    </Show>
  );
}

function Deal() {
  const { record, error, refetch } = useShowContext<WholeDeal>();
  const deal = wholeRecord(record);
  const again = (): void => void refetch();
  if (error !== null && error !== undefined) return <LoadFailed error={error} retry={again} />;
  if (deal === undefined) return <Title title="P2P deal" />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={`P2P deal ${deal.id}`} />
      <Panel
        title={`${groupDigits(deal.number)} ${deal.currency_name} for ${groupDigits(deal.money)} ${FIAT}`}
        actions={<StateChip state={DEAL_QUEUES[deal.is_stuck ? 'stuck' : deal.status]} />}
      >
        <DealFacts deal={deal} />
      </Panel>
      <Box sx={BESIDE}>
        <SidePanel title="Buyer" side={deal.sides.buyer} />
        <SidePanel title="Seller" side={deal.sides.seller} />
      </Box>
      <Box sx={BESIDE}>
        <ChatPanel deal={deal.id} chat={deal.chat} renew={again} />
        <StepsPanel steps={deal.steps} />
      </Box>
      {deal.appeals.map((appeal) => (
        <AppealPanel key={appeal.id} appeal={appeal} renew={again} />
      ))}
    </Box>
  );
}

function DealFacts({ deal }: { readonly deal: WholeDeal }) {
  const { currency_name: coin, payee_name, payee_bank, payee_account } = deal;
  const payee = [WAYS[deal.way], payee_name, payee_bank, payee_account].filter(Boolean).join(', ');
  const ended = deal.ended_time === '' ? '' : `${deal.ended_time}, by ${ENDED_BY[deal.ended_by]}`;
  return (
    <Details
      rows={[
        ['Ad', `${deal.ad}, taken by the ${deal.taker}`],
        ['Price', `${groupDigits(deal.price)} ${FIAT}`],
        ['Paid into', payee],
        ['Opened', deal.opened_time],
        ['To be paid until', deal.pay_due_time],
        ['Marked as paid', deal.paid_time],
        ['To be released until', deal.release_due_time],
        ['Seller asks to call it off', deal.is_cancel_asked ? 'Yes' : 'No'],
        ['Ended', ended],
        ['Coins to the buyer', `${groupDigits(deal.to_buyer)} ${coin}`],
      ]}
    />
  );
}

function AppealPanel({
  appeal,
  renew,
}: {
  readonly appeal: WholeDeal['appeals'][number];
  renew(): void;
}) {
  return (
    <Panel
      title={`Appeal ${appeal.id}, ${SIDES[appeal.by]}: ${REASONS[appeal.reason]}`}
      actions={<StateChip state={APPEAL_STATES[appeal.state]} />}
    >
      <Details
        rows={[
          ['In question', `${groupDigits(appeal.number)} ${appeal.currency_name}`],
          ['Opened', appeal.opened_time],
          ['To be answered until', appeal.answer_due_time],
          ['Answered', appeal.answered_time],
          ['Closed', appeal.ended_time],
          [
            'Page',
            <Link key="page" href={`#/p2p-appeals/${appeal.id}/show`}>
              Appeal {appeal.id}
            </Link>,
          ],
        ]}
      />
      <RulingsOf appeal={appeal} />
      <StatementsOf statements={appeal.statements} renew={renew} />
    </Panel>
  );
}
