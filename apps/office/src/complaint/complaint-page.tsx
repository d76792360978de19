import { COMPLAINT_RULES } from '@meridian/contract/complaint/bounds';
import { Box, Button, Link, Stack, TextField, Typography } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { Confirm, Show, Title, usePermissions, useShowContext } from 'react-admin';
import { StateChip } from '../shared/state-chip.tsx';
import { call } from '../http.ts';
import { CustomerLink } from '../shared/customer-link.tsx';
import { Details } from '../shared/details.tsx';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { Pictures } from '../shared/pictures.tsx';
import { useAction } from '../shared/use-action.ts';
import { wholeRecord } from '../shared/whole-record.ts';
import { COMPLAINT_STATES, subjectOf, type WholeComplaint } from './complaint-words.ts';

/** The server logs each opening, so the page never refetches by itself. */
const ONCE = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;
/** A click enlarges a picture. */
const PICTURE_PX = 360;
const MUTED = { px: 2, pb: 0.5, color: 'text.secondary' } as const;
const SAID = { px: 2, pb: 1.5, overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const;

/** A complaint with its messages, and a form for the answer. */
export function ComplaintPage() {
  return (
    <Show actions={false} title={false} component="div" queryOptions={ONCE}>
      <Complaint />
    </Show>
  );
}

function Complaint() {
  const { record: shown, error, refetch } = useShowContext<WholeComplaint>();
  const complaint = wholeRecord(shown);
  const again = (): void => void refetch();
  if (error !== null && error !== undefined) return <LoadFailed error={error} retry={again} />;
  if (complaint === undefined) return <Title title="Complaint" />;
  const { id, state, messages } = complaint;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Title title={`Complaint ${id}`} />
      <Panel title={subjectOf(complaint)}>
        <Facts complaint={complaint} />
      </Panel>
      <Panel title="Messages">
        <Typography variant="body2" sx={MUTED}>
          Opening them was logged. The links are good for ten minutes. A picture can be forged.
        </Typography>
        {messages.map((message) => (
          <Message key={message.id} message={message} renew={again} />
        ))}
      </Panel>
      {state !== 'closed' && <Answer complaint={complaint} renew={again} />}
    </Box>
  );
}

function Facts({ complaint }: { readonly complaint: WholeComplaint }) {
  const { state, user, account, reported, reported_account, ad, deal, order_number } = complaint;
  const { permissions = [] } = usePermissions<readonly string[]>();
  return (
    <Details
      rows={[
        ['State', <StateChip key="state" state={COMPLAINT_STATES[state]} />],
        ['Customer', <CustomerLink key="account" user={user} account={account} />],
        ...(reported === 0
          ? []
          : ([
              [
                'Reported',
                <Stack key="reported" sx={{ alignItems: 'flex-start' }}>
                  <CustomerLink user={reported} account={reported_account} />
                  {permissions.includes('p2p.read') && <TraderLink user={reported} />}
                </Stack>,
              ],
            ] as const)),
        ...(deal === 0 ? [] : ([['P2P deal', deal]] as const)),
        ...(ad === 0 ? [] : ([['P2P ad', ad]] as const)),
        ...(order_number === '' ? [] : ([['Order number', order_number]] as const)),
        ['Complained', complaint.created_time],
        ['Waiting since', state === 'open' ? complaint.opened_time : ''],
        ['Last change', complaint.changed_time],
      ]}
    />
  );
}

/** Leads to the record of a trader, where an operator with that right restricts them. */
function TraderLink({ user }: { readonly user: number }) {
  const filter = encodeURIComponent(JSON.stringify({ q: String(user) }));
  return <Link href={`#/p2p-traders?filter=${filter}`}>Record among P2P traders</Link>;
}

function Message({
  message: { operator, text, pictures, time },
  renew,
}: {
  readonly message: WholeComplaint['messages'][number];
  renew(): void;
}) {
  const author = operator === '' ? 'Customer' : `Customer service, ${operator}`;
  return (
    <Box>
      <Typography variant="caption" component="p" sx={MUTED}>
        {author}, {time}
      </Typography>
      <Typography variant="body2" sx={SAID}>
        {text}
      </Typography>
      {pictures.length > 0 && (
        <Box sx={{ maxWidth: PICTURE_PX * pictures.length }}>
          <Pictures
            names={pictures.map((_link, index) => `${author}, ${time}, picture ${index + 1}`)}
            links={pictures}
            renew={renew}
          />
        </Box>
      )}
    </Box>
  );
}

/** A refused answer fetches the complaint again: the customer may have written meanwhile. */
function Answer({
  complaint: { id, messages },
  renew,
}: {
  readonly complaint: WholeComplaint;
  renew(): void;
}) {
  const [text, setText] = useState('');
  const [isClosing, setClosing] = useState(false);
  const { isBusy, run } = useAction();
  const seen = messages.at(-1)?.id ?? 0;
  const said = text.trim();
  const answer = (event: FormEvent): void => {
    event.preventDefault();
    if (said !== '' && !isBusy)
      void run(() => call('POST /office/api/complaint_answer', { id, seen, text: said })).then(
        (isDone) => (isDone ? setText('') : renew()),
      );
  };
  const close = (): void => {
    setClosing(false);
    void run(() => call('POST /office/api/complaint_close', { id, seen })).then(
      (isDone) => isDone || renew(),
    );
  };
  return (
    <Panel title="Answer">
      <Box component="form" onSubmit={answer} sx={{ px: 2, pb: 2, display: 'grid', gap: 2 }}>
        <TextField
          label="Answer"
          helperText="The customer reads it, and is told in the messages. It does not name you."
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: COMPLAINT_RULES.letters } }}
          multiline
          minRows={4}
          required
        />
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" disabled={said === '' || isBusy}>
            Send answer
          </Button>
          <Button variant="outlined" disabled={isBusy} onClick={() => setClosing(true)}>
            Close complaint
          </Button>
        </Stack>
      </Box>
      <Confirm
        isOpen={isClosing}
        title="Close this complaint?"
        content="Nobody can write in it any more. The customer is told, and can make a new one."
        confirm="Close complaint"
        onConfirm={close}
        onClose={() => setClosing(false)}
      />
    </Panel>
  );
}
