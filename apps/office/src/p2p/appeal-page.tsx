import type { Permission } from '@meridian/contract/office/permissions';
import { Box, Button, Link } from '@mui/material';
import { useState } from 'react';
import { Show, Title, usePermissions, useShowContext } from 'react-admin';
import { StateChip } from '../shared/state-chip.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { wholeRecord } from '../shared/whole-record.ts';
import { AppealRuling } from './appeal-ruling.tsx';
import {
  APPEAL_STATES,
  DEAL_STATES,
  FIAT,
  REASONS,
  SIDES,
  waitingFor,
  WAYS,
  type WholeAppeal,
} from './appeal-words.ts';
import {
  BESIDE,
  ChatPanel,
  RulingsOf,
  SidePanel,
  StatementsOf,
  StepsPanel,
} from './case-panels.tsx';

/** The server logs each opening, so the page never refetches by itself. */
const ONCE = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

const BELOW = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' };

/** An appeal with both sides beside each other, and the ruling. */
export function AppealPage() {
  return (
    <Show actions={false} title={false} component="div" queryOptions={ONCE}>
      <Appeal />
    </Show>
  );
}

function Appeal() {
  const { record: shown, error, refetch } = useShowContext<WholeAppeal>();
  const appeal = wholeRecord(shown);
  const [isRuling, setRuling] = useState(false);
  const { permissions = [] } = usePermissions<readonly Permission[]>();
  const again = (): void => void refetch();
  if (error !== null && error !== undefined) return <LoadFailed error={error} retry={again} />;
  if (appeal === undefined) return <Title title="Appeal" />;
  const canRule =
    permissions.includes('p2p.rule') && appeal.state === 'open' && appeal.can_be_ruled;
  return (
    <Box sx={BELOW}>
      <Title title={`Appeal ${appeal.id}`} />
      <Panel
        title={`${SIDES[appeal.by]}: ${REASONS[appeal.reason]}`}
        actions={
          canRule && (
            <Button variant="contained" onClick={() => setRuling(true)}>
              Rule
            </Button>
          )
        }
      >
        <AppealFacts appeal={appeal} />
        <RulingsOf appeal={appeal} />
      </Panel>
      <Box sx={BESIDE}>
        <SidePanel title="Buyer" side={appeal.sides.buyer} />
        <SidePanel title="Seller" side={appeal.sides.seller} />
      </Box>
      <Box sx={BESIDE}>
        <Box sx={BELOW}>
          <Panel title="Statements">
            <StatementsOf statements={appeal.statements} renew={again} />
          </Panel>
          <StepsPanel steps={appeal.steps} />
        </Box>
        <ChatPanel deal={appeal.deal} chat={appeal.chat} renew={again} />
      </Box>
      {isRuling && <AppealRuling appeal={appeal} close={() => setRuling(false)} />}
    </Box>
  );
}

function AppealFacts({ appeal }: { readonly appeal: WholeAppeal }) {
  const { currency_name: coin, payee_name, payee_bank, payee_account } = appeal;
  return (
    <Details
      rows={[
        ['State', <StateChip key="state" state={APPEAL_STATES[appeal.state]} />],
        ['Waits for', waitingFor(appeal)],
        ['In question', `${groupDigits(appeal.number)} ${coin}`],
        [
          'Deal',
          <Link key="deal" href={`#/p2p-deals/${appeal.deal}/show`}>
            {`${appeal.deal}, ${DEAL_STATES[appeal.deal_state]}`}
          </Link>,
        ],
        ['Coins of the deal', `${groupDigits(appeal.quantity)} ${coin}`],
        ['Received by the buyer', `${groupDigits(appeal.received)} ${coin}`],
        ['To be paid', `${groupDigits(appeal.money)} ${FIAT} (${groupDigits(appeal.price)})`],
        [
          'Paid into',
          [WAYS[appeal.way], payee_name, payee_bank, payee_account].filter(Boolean).join(', '),
        ],
        ['Opened', appeal.opened_time],
        ['Answered', appeal.answered_time],
        ['Closed', appeal.ended_time],
        ['Operators needed', appeal.needs_two ? '2' : '1'],
      ]}
    />
  );
}
