import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dateAndTime, MISSING } from '../../../shared/figures.ts';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate, type Translate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { LoadMore, useShownRows } from '../../../shared/ui/load-more.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { canBeResent, type Delivery, type Webhook } from '../model/webhook.ts';
import {
  enableWebhook,
  resendDelivery,
  saveWebhook,
  testWebhook,
  webhookQuery,
} from '../webhook-api.ts';
import styles from './trader.module.css';

/** Deliveries change by themselves. */
const POLL_MS = 5_000;

/**
 * The endpoint of a merchant, and the deliveries to it. Nothing for other users without an
 * endpoint.
 */
export function WebhookCard() {
  const t = useTranslate();
  const query = useInfiniteQuery({ ...webhookQuery, refetchInterval: POLL_MS });
  const [first] = query.data?.pages ?? [];
  if (first === undefined || (!first.isMerchant && first.endpoint === undefined)) return null;
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Card title={t('p2p.webhook.title')} about={t('p2p.webhook.about')}>
      {first.isMerchant && <EndpointForm endpoint={first.endpoint} />}
      {first.endpoint !== undefined && <Acts endpoint={first.endpoint} />}
      {first.endpoint !== undefined && (
        <Deliveries rows={deliveries} pages={query} canResend={first.endpoint.isEnabled} />
      )}
    </Card>
  );
}

/** Makes a call about the webhook, and reads everything about it again. */
function useWebhookCall<Input, Output>(
  call: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) {
  const client = useQueryClient();
  return useFormCall(call, {
    onDone: async (output) => {
      if (typeof output === 'string') showToast('success', output);
      onDone?.(output);
      await client.invalidateQueries({ queryKey: [OWN, 'p2p', 'webhook'] });
    },
  });
}

function EndpointForm({ endpoint }: { readonly endpoint: Webhook | undefined }) {
  const t = useTranslate();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [secret, setSecret] = useState('');
  const { isBusy, failure, send } = useWebhookCall(saveWebhook, (saved) => setSecret(saved.secret));
  return (
    <form
      className={styles['bond']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send({ url: url.trim() });
      }}
    >
      <TextField
        label={t('p2p.webhook.url')}
        hint={t('p2p.webhook.urlHint')}
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isBusy={isBusy} disabled={url.trim() === ''}>
        {t('p2p.webhook.save')}
      </Button>
      {secret !== '' && (
        <div role="status">
          <p>{t('p2p.webhook.secret')}</p>
          <p className={styles['secret']}>
            <code>{secret}</code>
            <CopyButton value={secret} what={t('p2p.webhook.secret')} />
          </p>
          <p className={styles['about']}>{t('p2p.webhook.secretAbout')}</p>
        </div>
      )}
    </form>
  );
}

function Acts({ endpoint: { isEnabled } }: { readonly endpoint: Webhook }) {
  const t = useTranslate();
  const enable = useWebhookCall(enableWebhook);
  const test = useWebhookCall(testWebhook);
  const failure = enable.failure ?? test.failure;
  return (
    <div className={styles['bond']}>
      {!isEnabled && <p>{t('p2p.webhook.isOff')}</p>}
      <div className={styles['tools']}>
        {isEnabled && (
          <Button isBusy={test.isBusy} onClick={() => void test.send(undefined)}>
            {t('p2p.webhook.test')}
          </Button>
        )}
        <Button isBusy={enable.isBusy} onClick={() => void enable.send(!isEnabled)}>
          {t(isEnabled ? 'p2p.webhook.off' : 'p2p.webhook.on')}
        </Button>
      </div>
      <FormFailure text={failure?.message} />
    </div>
  );
}

const TONES = {
  waiting: 'warn',
  delivered: 'success',
  givenUp: 'danger',
  dropped: 'neutral',
} as const satisfies Record<Delivery['state'], string>;

function Deliveries({
  rows,
  pages,
  canResend,
}: {
  readonly rows: readonly Delivery[];
  readonly pages: Parameters<typeof useShownRows>[1] & { readonly isFetchingNextPage: boolean };
  readonly canResend: boolean;
}) {
  const t = useTranslate();
  const { shown, hasMore, showMore } = useShownRows(rows, pages);
  const { isBusy, send } = useWebhookCall(resendDelivery);
  return (
    <div className={styles['log']}>
      <h3>{t('p2p.webhook.log')}</h3>
      <DataTable
        label={t('p2p.webhook.log')}
        narrow="cards"
        rows={shown}
        rowKey={({ id }) => id}
        empty={<Empty>{t('p2p.webhook.none')}</Empty>}
        columns={[
          {
            name: 'time',
            header: t('p2p.deal.time'),
            cell: ({ createdMs }) => dateAndTime(createdMs),
          },
          {
            name: 'event',
            header: t('p2p.webhook.event'),
            align: 'start',
            cell: ({ event, dealId }) => `${event}${dealId === 0 ? '' : ` ${dealId}`}`,
          },
          {
            name: 'state',
            header: t('p2p.deal.stateColumn'),
            align: 'start',
            cell: ({ state }) => (
              <Badge tone={TONES[state]}>{t(`p2p.webhook.state.${state}`)}</Badge>
            ),
          },
          {
            name: 'answer',
            header: t('p2p.webhook.answer'),
            cell: (delivery) => answerOf(delivery, t),
          },
          {
            name: 'attempts',
            header: t('p2p.webhook.attempts'),
            cell: ({ attempts }) => attempts,
          },
          {
            name: 'again',
            header: t('p2p.webhook.resend'),
            isSticky: true,
            // Without a button the cell stays empty, and a card has no line for it.
            cell: (delivery) =>
              canResend &&
              canBeResent(delivery) && (
                <Button isSmall isBusy={isBusy} onClick={() => void send({ id: delivery.id })}>
                  {t('p2p.webhook.resend')}
                </Button>
              ),
          },
        ]}
      />
      {hasMore && <LoadMore isBusy={pages.isFetchingNextPage} onClick={showMore} />}
    </div>
  );
}

/** The last answer, or why there was none. */
function answerOf({ attempts, status, failure, durationMs }: Delivery, t: Translate): string {
  if (attempts === 0) return MISSING;
  if (failure !== '') return t(`p2p.webhook.failure.${failure}`);
  return t('p2p.webhook.answered', { status: String(status), ms: durationMs });
}
