import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { call } from '../http.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import type { P2pTrader } from './p2p-words.ts';

/** How long the button restricts; an operator restricts again where that is too short. */
const HOURS = 168;

interface Act {
  readonly label: string;
  readonly text: string;
  readonly isDangerous: boolean;
  readonly run: (reason: string) => Promise<unknown>;
}

/** Restricts a trader or lets them again, names a merchant or ends that; each with a reason. */
export function TraderButtons({ trader }: { readonly trader: P2pTrader }) {
  const [act, setAct] = useState<Act>();
  const { isBusy, run } = useAction();
  const confirm = (reason: string): void => {
    if (act !== undefined)
      void run(() => act.run(reason)).then((isDone) => isDone && setAct(undefined));
  };
  return (
    <Stack
      direction="row"
      sx={{ gap: 0.5, flexWrap: 'wrap', justifyContent: { xs: 'flex-start', lg: 'flex-end' } }}
      onClick={(event) => event.stopPropagation()}
    >
      {actsOf(trader).map((each) => (
        <Button
          key={each.label}
          size="small"
          variant="outlined"
          color={each.isDangerous ? 'error' : 'primary'}
          onClick={() => setAct(each)}
          aria-label={`${each.label}: ${trader.account}`}
          sx={{ whiteSpace: 'nowrap' }}
        >
          {each.label}
        </Button>
      ))}
      {act !== undefined && (
        <ReasonDialog
          title={`${act.label}: ${trader.account}?`}
          text={act.text}
          hint={
            act.isDangerous
              ? 'For the audit log.'
              : 'For the operator who decides, and for the audit log.'
          }
          confirmLabel={act.label}
          isDangerous={act.isDangerous}
          isBusy={isBusy}
          confirm={confirm}
          close={() => setAct(undefined)}
        />
      )}
    </Stack>
  );
}

function actsOf({ id: user, is_merchant, bond, restricted_until }: P2pTrader): Act[] {
  const restrict = (hours: number) => (reason: string) =>
    call('POST /office/api/p2p_restrict', { user, hours, reason });
  const name = (merchant: '0' | '1') => (reason: string) =>
    call('POST /office/api/p2p_merchant', { user, merchant, reason });
  const acts: Act[] = [
    restricted_until === ''
      ? {
          label: 'Restrict for a week',
          text: 'No new ads and deals for seven days. Live ads cannot be taken, open deals go on.',
          isDangerous: true,
          run: restrict(HOURS),
        }
      : {
          label: 'End restriction',
          text: 'New ads and deals are possible once another operator agrees.',
          isDangerous: false,
          run: restrict(0),
        },
  ];
  if (is_merchant)
    acts.push({
      label: 'End merchant',
      text: 'The mark goes at once. The bond stays with the customer, who can take it back.',
      isDangerous: true,
      run: name('0'),
    });
  else if (bond !== '')
    acts.push({
      label: 'Name merchant',
      text: 'The customer has posted a bond and gets the mark once another operator agrees.',
      isDangerous: false,
      run: name('1'),
    });
  return acts;
}
