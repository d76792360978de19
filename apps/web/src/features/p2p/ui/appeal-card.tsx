import { APPEAL_STATEMENTS } from '@meridian/contract/p2p/bounds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { addStatement, appealsQuery, withdrawAppeal } from '../appeals-api.ts';
import { answerOf, type Appeal, type Ruling, type Statement } from '../model/appeal.ts';
import type { Deal } from '../model/deal.ts';
import styles from './appeal.module.css';
import { EvidenceField, type ShownFile } from './evidence-field.tsx';
import { EvidenceLink } from './evidence-link.tsx';
import { useDealAct } from './use-deal-act.ts';

/** Statements cause no event of the deal. */
const POLL_MS = 10_000;

/** The appeals on a deal, newest first: the statements of both sides, and the operator's ruling. */
export function AppealCards({ deal }: { readonly deal: Deal }) {
  const { data = [] } = useQuery({
    ...appealsQuery(deal.id),
    enabled: deal.state !== 'unpaid',
    refetchInterval: deal.appealId === 0 ? false : POLL_MS,
  });
  return data.map((appeal) => <AppealCard key={appeal.id} appeal={appeal} />);
}

function AppealCard({ appeal }: { readonly appeal: Appeal }) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, state, statements, ruling } = appeal;
  const isOpen = state === 'open';
  const ownCount = statements.filter(({ isOwn }) => isOwn).length;
  return (
    <Card
      title={t('p2p.appeal.title', { id: String(id) })}
      about={t(appeal.isOwn ? 'p2p.appeal.byYou' : 'p2p.appeal.byOther', {
        reason: t(`p2p.appeal.reason.${appeal.reason}`),
        coins: `${grouped(appeal.amount, language)} ${appeal.coin}`,
      })}
      tools={<Badge tone={isOpen ? 'danger' : 'neutral'}>{t(`p2p.appeal.state.${state}`)}</Badge>}
    >
      <div className={styles['body']}>
        {isOpen && <AnswerDue appeal={appeal} />}
        {ruling !== undefined && <RulingLines ruling={ruling} coin={appeal.coin} />}
        <ol className={styles['list']} aria-label={t('p2p.appeal.statements')}>
          {statements.map((statement) => (
            <StatementItem key={statement.id} statement={statement} />
          ))}
        </ol>
        {isOpen && ownCount < APPEAL_STATEMENTS.perSide && (
          <StatementForm key={ownCount} appeal={appeal} />
        )}
        {isOpen && appeal.isOwn && <Withdraw id={id} />}
      </div>
    </Card>
  );
}

/** When a ruling may come. */
function AnswerDue({ appeal }: { readonly appeal: Appeal }) {
  const t = useTranslate();
  const time = dateAndTime(appeal.answeredMs || appeal.answerDueMs);
  return <p>{t(`p2p.appeal.${answerOf(appeal)}`, { time: t('p2p.deal.zoned', { time }) })}</p>;
}

function RulingLines({ ruling, coin }: { readonly ruling: Ruling; readonly coin: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const inCoin = (amount: string): string => `${grouped(amount, language)} ${coin}`;
  return (
    <div className={styles['ruling']}>
      <h3>{t('p2p.ruling.title')}</h3>
      <p>
        {t('p2p.ruling.coins', {
          buyer: inCoin(ruling.toBuyer),
          seller: inCoin(ruling.toSeller),
        })}
      </p>
      <p>{t(`p2p.ruling.fault.${ruling.fault}`)}</p>
      {ruling.bondCut !== '0' && (
        <p>{t('p2p.ruling.bond', { amount: grouped(ruling.bondCut, language) })}</p>
      )}
      {ruling.reason !== '' && <p className={styles['text']}>{ruling.reason}</p>}
    </div>
  );
}

function StatementItem({
  statement: { by, isOwn, text, files, timeMs },
}: {
  readonly statement: Statement;
}) {
  const t = useTranslate();
  return (
    <li className={styles['said']} data-own={isOwn || undefined}>
      <p className={styles['hint']}>
        {t(`p2p.appeal.by.${by}`)} · {t('p2p.deal.zoned', { time: dateAndTime(timeMs) })}
      </p>
      <p className={styles['text']}>{text}</p>
      {files.length > 0 && (
        <div className={styles['shown']}>
          {files.map((file, index) => (
            <EvidenceLink
              key={file.link}
              file={file}
              name={t('p2p.evidence.name', { number: index + 1 })}
            />
          ))}
        </div>
      )}
    </li>
  );
}

function StatementForm({ appeal }: { readonly appeal: Appeal }) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly ShownFile[]>([]);
  const { isBusy, send } = useDealAct(addStatement, () => undefined);
  const said = text.trim();
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const links = files.map(({ link }) => link);
        if (said !== '') void send({ id: appeal.id, text: said, files: links });
      }}
    >
      <TextArea
        label={t(answerOf(appeal) === 'youAnswer' ? 'p2p.appeal.answer' : 'p2p.appeal.more')}
        hint={t('p2p.appeal.textHint', { letters: APPEAL_STATEMENTS.letters })}
        rows={3}
        maxLength={APPEAL_STATEMENTS.letters}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <EvidenceField files={files} onChange={setFiles} />
      <Button type="submit" isBusy={isBusy} disabled={said === ''}>
        {t('p2p.appeal.send')}
      </Button>
    </form>
  );
}

/** Takes the own appeal back. */
function Withdraw({ id }: { readonly id: number }) {
  const t = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  const { isBusy, send } = useDealAct(withdrawAppeal, close);
  return (
    <div>
      <Button look="text" onClick={() => setAsked(true)}>
        {t('p2p.appeal.withdraw')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('p2p.appeal.askWithdraw')}
        confirmLabel={t('p2p.appeal.withdraw')}
        isBusy={isBusy}
        onConfirm={() => void send({ id })}
        onCancel={close}
      >
        <p>{t('p2p.appeal.withdrawAbout')}</p>
      </ConfirmDialog>
    </div>
  );
}
