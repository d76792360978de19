import { Box, Chip, Typography } from '@mui/material';
import { usePermissions } from 'react-admin';
import type { Permission } from '@meridian/contract/office/permissions';
import { CustomerLink } from '../shared/customer-link.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { Panel } from '../shared/panel.tsx';
import { Pictures } from '../shared/pictures.tsx';
import { AppealEvidence } from './appeal-evidence.tsx';
import {
  CAUSES,
  FAULTS,
  READERS,
  rulingTitle,
  SIDES,
  type Side,
  type WholeAppeal,
} from './appeal-words.ts';
import { SupportForm } from './support-form.tsx';

/** Parts of the pages of a deal and of an appeal. */

export const BESIDE = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
};
const MUTED = { px: 2, pb: 0.5, color: 'text.secondary' } as const;
const SAID = { px: 2, pb: 1.5, overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const;
const UTC_PLUS_8_MS = 8 * 3_600_000;
const AUTHORS = { ...SIDES, support: 'Customer service' } as const;
const SUPPORT_FRAME = { borderLeft: 3, borderColor: 'primary.main', mb: 1 } as const;

type RuledAppeal = Pick<WholeAppeal, 'rulings' | 'state' | 'currency_name' | 'number'>;

/** A side of a deal with its record. */
export function SidePanel({ title, side }: { readonly title: string; readonly side: Side }) {
  const bond = `${groupDigits(side.bond)} ${side.bond_currency_name}`;
  return (
    <Panel title={title}>
      <Details
        rows={[
          ['Account', <CustomerLink key="account" user={side.user} account={side.account} />],
          ['Name', side.real_name],
          ['Phone', side.mobile],
          ['Registered', side.registered_time],
          [
            'Completed deals',
            `${side.completed_all}, ${side.completed_30d} of ${side.orders_30d} in 30 days`,
          ],
          ['Ended without coins by this side', side.cancelled_all],
          ['Appeals lost', side.appeals_lost],
          ['Merchant', side.is_merchant ? 'Yes' : 'No'],
          ['Bond', bond],
        ]}
      />
    </Panel>
  );
}

interface ChatPanelProps {
  readonly deal: number;
  readonly chat: WholeAppeal['chat'];
  /** Fetches new links: old ones expire. */
  renew(): void;
}

/** The chat of a deal, with a form for operators who may write in it. */
export function ChatPanel({ deal, chat, renew }: ChatPanelProps) {
  const { permissions = [] } = usePermissions<readonly Permission[]>();
  return (
    <Panel title="Chat">
      {chat.length === 0 && (
        <Typography variant="body2" sx={SAID}>
          Neither side has written.
        </Typography>
      )}
      {chat.map(({ row, author, to, operator, text, picture, time_ms }) => (
        <Box key={row} sx={author === 'support' ? SUPPORT_FRAME : {}}>
          <Typography variant="caption" component="p" sx={MUTED}>
            {AUTHORS[author]}
            {author === 'support' && ` (${operator})`}, {shanghaiTime(time_ms)}{' '}
            {to !== 'both' && <Chip size="small" color="warning" label={READERS[to]} />}
          </Typography>
          {picture === '' ? (
            <Typography variant="body2" sx={SAID}>
              {text}
            </Typography>
          ) : (
            <Pictures
              names={[`${AUTHORS[author]}, picture`]}
              links={[picture]}
              renew={renew}
              isSmall
            />
          )}
        </Box>
      ))}
      {permissions.includes('p2p.talk') && <SupportForm deal={deal} written={renew} />}
    </Panel>
  );
}

/** Like all times of the office, so that messages and steps can be compared. */
function shanghaiTime(timeMs: number): string {
  return new Date(timeMs + UTC_PLUS_8_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** The steps of a deal, oldest first. */
export function StepsPanel({ steps }: Pick<WholeAppeal, 'steps'>) {
  return (
    <Panel title="What happened">
      {steps.map(({ cause, time }, place) => (
        <Typography key={place} variant="body2" sx={{ px: 2, pb: 1 }}>
          {time}: {CAUSES[cause] ?? cause}
        </Typography>
      ))}
    </Panel>
  );
}

/** The statements and files of both sides of an appeal. */
export function StatementsOf({
  statements,
  renew,
}: Pick<WholeAppeal, 'statements'> & { renew(): void }) {
  return (
    <>
      <Typography variant="body2" sx={MUTED}>
        Opening them was logged. The links are good for ten minutes. A picture can be forged:
        compare both sides.
      </Typography>
      {statements.map(({ id, by, statement, files, time }) => (
        <Box key={id}>
          <Typography variant="caption" component="p" sx={MUTED}>
            {SIDES[by]}, {time}
          </Typography>
          <Typography variant="body2" sx={SAID}>
            {statement}
          </Typography>
          <AppealEvidence files={files} by={SIDES[by]} renew={renew} />
        </Box>
      ))}
    </>
  );
}

/** The rulings that operators asked for on an appeal; one that does not count is set back. */
export function RulingsOf({ appeal }: { readonly appeal: RuledAppeal }) {
  return appeal.rulings.map((ruling, place) => (
    <Box key={place} sx={ruling.state === 'passed' ? { color: 'text.secondary' } : {}}>
      <Typography variant="subtitle2" sx={{ px: 2, pb: 1 }}>
        {rulingTitle(ruling, appeal)}
      </Typography>
      <Details
        rows={[
          [
            'To the buyer',
            `${groupDigits(ruling.to_buyer)} of ${groupDigits(appeal.number)} ${appeal.currency_name}`,
          ],
          ['Fault', FAULTS[ruling.fault]],
          ['Cut from the bond', groupDigits(ruling.bond_cut)],
          ['Operator', ruling.operator],
          ['Asked for', ruling.time],
          ['Reason', ruling.reason],
        ]}
      />
    </Box>
  ));
}
