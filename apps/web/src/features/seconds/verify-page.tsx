import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { dateAndTime, grouped, MISSING } from '../../shared/figures.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DataTable } from '../../shared/ui/data-table.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { dayFilePath, dayFileQuery, daysOfTicket, ticketQuery } from './api.ts';
import { around } from './model/day-file.ts';
import type { PublicTicket, TicketResult } from './model/ticket.ts';
import { recompute, type PublicTick, type Verdict } from './model/verify.ts';
import { Direction } from './ui/direction.tsx';
import { TickTable } from './ui/tick-table.tsx';
import { VerdictLine } from './ui/verdict-line.tsx';
import styles from './verify-page.module.css';

const NUMBER = /^[1-9]\d{0,8}$/;
const NEIGHBOURHOOD = 7;

/**
 * Recomputes any closed contract (`?id=`), for anybody: from the public price files and the rule.
 */
export function VerifyPage() {
  const t = useTranslate();
  const [address, setAddress] = useSearchParams();
  const wanted = address.get('id') ?? '';
  return (
    <div className={styles['page']}>
      <h1>{t('seconds.publicTitle')}</h1>
      <p className={styles['about']}>{t('seconds.publicAbout')}</p>
      <NumberForm
        key={wanted}
        wanted={wanted}
        onWanted={(id) => setAddress({ id }, { preventScrollReset: true })}
      />
      {NUMBER.test(wanted) ? (
        <Ticket key={wanted} id={Number(wanted)} />
      ) : (
        <Frame>
          <Empty>{t('seconds.publicEmpty')}</Empty>
        </Frame>
      )}
      <p className={styles['about']}>{t('seconds.publicRule')}</p>
    </div>
  );
}

function NumberForm({
  wanted,
  onWanted,
}: {
  readonly wanted: string;
  readonly onWanted: (id: string) => void;
}) {
  const t = useTranslate();
  const [text, setText] = useState(wanted);
  const [isTried, setTried] = useState(wanted !== '');
  const id = text.trim();
  return (
    <form
      className={styles['form']}
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (NUMBER.test(id)) onWanted(id);
      }}
    >
      <TextField
        label={t('seconds.number')}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={isTried && !NUMBER.test(id) ? t('seconds.numberInvalid') : undefined}
        onChange={(event) => setText(event.target.value)}
        after={<Submit />}
      />
    </form>
  );
}

function Submit() {
  const t = useTranslate();
  return (
    <Button type="submit" look="text">
      {t('seconds.verify')}
    </Button>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  return <div className={styles['frame']}>{children}</div>;
}

function Ticket({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery(ticketQuery(id));
  if (data !== undefined) return <Proof ticket={data} />;
  return (
    <Frame>
      {error === null ? (
        <Skeleton rows={8} height={32} />
      ) : (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
    </Frame>
  );
}

function Proof({ ticket }: { readonly ticket: PublicTicket }) {
  const t = useTranslate();
  const { data: ticks, error, refetch } = useQuery(dayFileQuery(ticket));
  const verdict = ticks && recompute(ticket, ticks);
  const days = daysOfTicket(ticket);
  const part = (counted: PublicTick | undefined, timeMs: number) =>
    ticks && around(ticks, counted, timeMs);
  return (
    <>
      <Card title={`${ticket.symbol} · ${t('seconds.length', { seconds: ticket.seconds })}`}>
        <div className={styles['verdict']}>
          {verdict !== undefined && <VerdictLine verdict={verdict} />}
          {verdict === undefined && error === null && (
            <p role="status">{t('seconds.reading', { day: days.join(', ') })}</p>
          )}
          {verdict === undefined && error !== null && (
            <Failure message={error.message} onRetry={() => void refetch()} />
          )}
        </div>
        <Facts ticket={ticket} />
        <Comparison ticket={ticket} verdict={verdict} />
      </Card>
      {error === null && (
        <div className={styles['ticks']}>
          <Card title={t('seconds.aroundOpen')}>
            <TickTable
              label={t('seconds.aroundOpen')}
              ticks={part(verdict?.open, ticket.openedAtMs)}
              verdict={verdict}
              minSources={ticket.minSources}
              skeletonRows={NEIGHBOURHOOD}
            />
          </Card>
          <Card title={t('seconds.aroundEnd')}>
            <TickTable
              label={t('seconds.aroundEnd')}
              ticks={part(verdict?.settle, ticket.dueAtMs)}
              verdict={verdict}
              minSources={ticket.minSources}
              skeletonRows={NEIGHBOURHOOD}
            />
          </Card>
        </div>
      )}
      <p className={styles['files']}>
        {days.map((day) => (
          <a key={day} href={dayFilePath(ticket.market, day)} download>
            {t('seconds.fileOf', { day })}
          </a>
        ))}
        <span>{t('seconds.fileAbout')}</span>
      </p>
    </>
  );
}

function Facts({
  ticket: { id, direction, seconds, payoutRatio, openedAtMs, dueAtMs, openDelayMs, minSources },
}: {
  readonly ticket: PublicTicket;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const facts = [
    [t('seconds.number'), id],
    [t('seconds.direction'), <Direction key="direction" isUp={direction === 'up'} />],
    [t('seconds.duration'), t('seconds.length', { seconds })],
    [t('seconds.payout'), t('seconds.ratio', { ratio: grouped(payoutRatio, language) })],
    [t('seconds.time'), dateAndTime(openedAtMs)],
    [t('seconds.due'), dateAndTime(dueAtMs)],
    ...(openDelayMs === null
      ? []
      : [[t('seconds.openDelay'), t('seconds.milliseconds', { ms: openDelayMs })] as const]),
    ...(minSources > 1 ? [[t('seconds.minSources'), minSources] as const] : []),
  ] as const;
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Compared {
  readonly name: string;
  readonly stated: string;
  readonly recomputed: string | undefined;
}

/**
 * The prices and the result that the exchange wrote on the contract, beside those from the file.
 */
function Comparison({
  ticket,
  verdict,
}: {
  readonly ticket: PublicTicket;
  readonly verdict: Verdict | undefined;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const price = (plain: string, tick: number): string =>
    tick === 0 ? MISSING : t('seconds.tickOf', { price: grouped(plain, language), tick });
  const found = (tick: PublicTick | undefined): string | undefined =>
    verdict && (tick === undefined ? MISSING : price(tick[2], tick[0]));
  const result = (name: TicketResult): string =>
    name === '' ? MISSING : t(`seconds.result.${name}`);
  const rows: readonly Compared[] = [
    {
      name: t('seconds.openPrice'),
      stated: price(ticket.openPrice, ticket.openTick),
      recomputed: found(verdict?.open),
    },
    {
      name: t('seconds.endPrice'),
      stated: price(ticket.endPrice, ticket.endTick),
      recomputed: found(verdict?.settle),
    },
    {
      name: t('seconds.result'),
      stated: result(ticket.result),
      recomputed: verdict && result(verdict.result),
    },
  ];
  return (
    <DataTable
      label={t('seconds.compared')}
      narrow="cards"
      rows={rows}
      rowKey={({ name }) => name}
      empty={null}
      columns={[
        { name: 'name', header: t('seconds.compared'), cell: ({ name }) => name },
        { name: 'stated', header: t('seconds.stated'), cell: ({ stated }) => stated },
        {
          name: 'recomputed',
          header: t('seconds.recomputed'),
          cell: ({ recomputed = '…' }) => recomputed,
        },
      ]}
    />
  );
}
