import { RELEASE_MINUTES } from '@meridian/contract/p2p/bounds';
import { useState, type ReactNode } from 'react';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { ProgressSteps } from '../../../shared/ui/progress-steps.tsx';
import { answerCancel } from '../deals-api.ts';
import { FIAT } from '../model/ad.ts';
import type { Deal } from '../model/deal.ts';
import {
  actsOf,
  appealableFromMs,
  isReleaseLate,
  releaseByMs,
  stepsOf,
  type DealAct,
} from '../model/deal-stage.ts';
import { shownStageOf, summaryOf } from '../model/deal-summary.ts';
import { DealDialog } from './deal-dialogs.tsx';
import styles from './deal.module.css';
import { useDealAct } from './use-deal-act.ts';
import { useDealWords } from './use-deal-words.ts';

interface StageCardProps {
  readonly deal: Deal;
  readonly nowMs: number;
  /** Coins that the buyer received in the end, undefined while they are not known. */
  readonly toBuyer: string | undefined;
  /** Content that is read before an act. */
  readonly children: ReactNode;
}

/**
 * The card of a deal's stage: its time left, its amounts, and the acts that the own side may do
 * now.
 */
export function StageCard({ deal, nowMs, toBuyer, children }: StageCardProps) {
  const t = useTranslate();
  const words = useDealWords(deal);
  const stage = shownStageOf(deal, { nowMs, toBuyer });
  const isLate = stage === 'paid' && deal.side === 'buy' && isReleaseLate(deal, nowMs);
  const appealableMs = appealableFromMs(deal, nowMs);
  const releaseMs = releaseByMs(deal, nowMs);
  const { steps, done } = stepsOf(stage, deal.state);
  return (
    <Card title={t(`p2p.stage.${stage}`, words)}>
      <div className={styles['body']}>
        <div className={styles['stage']}>
          <p role="status">
            {t(isLate ? 'p2p.stageAbout.paidLate' : `p2p.stageAbout.${stage}`, {
              ...words,
              act: t('p2p.deal.act.pay'),
            })}
          </p>
          {stage === 'unpaid' && <Due label={t('p2p.deal.timeToPay')} endMs={deal.payDueMs} />}
          {stage === 'unpaid' && (
            <p>{t('p2p.deal.releaseWithin', { minutes: RELEASE_MINUTES, side: deal.side })}</p>
          )}
          {releaseMs !== 0 && <Due label={t('p2p.deal.timeToRelease')} endMs={releaseMs} />}
          {appealableMs !== 0 && <Due label={t('p2p.deal.timeToAppeal')} endMs={appealableMs} />}
        </div>
        {steps.length > 0 && (
          <ProgressSteps
            label={t('p2p.deal.steps')}
            steps={steps.map((step) => t(`p2p.deal.step.${step}`))}
            current={done}
          />
        )}
        <Amounts deal={deal} toBuyer={toBuyer} />
        {children}
        {deal.isCancelAsked && <CancelWish deal={deal} />}
        <Acts deal={deal} nowMs={nowMs} />
      </div>
    </Card>
  );
}

function Due({ label, endMs }: { readonly label: string; readonly endMs: number }) {
  return (
    <div className={styles['due']}>
      <span>{label}</span>
      <Countdown label={label} endMs={endMs} />
    </div>
  );
}

function Amounts({ deal, toBuyer }: Pick<StageCardProps, 'deal' | 'toBuyer'>) {
  const t = useTranslate();
  const language = useLanguage();
  const rows = [
    ...summaryOf(deal, toBuyer).map(({ name, kind, amount }) => ({
      name,
      text: `${grouped(amount, language)} ${kind === 'money' ? FIAT : deal.coin}`,
      ...(kind === 'money' && deal.endedMs === 0 ? { copied: amount } : {}),
    })),
    { name: 'price', text: `${grouped(deal.price, language)} ${FIAT}/${deal.coin}` },
    { name: 'reference', text: String(deal.id), copied: String(deal.id) },
    { name: 'placed', text: deal.openedAt },
    ...(deal.endedMs === 0 ? [] : [{ name: 'ended', text: dateAndTime(deal.endedMs) } as const]),
  ] as const;
  return (
    <dl className={styles['amounts']}>
      {rows.map((row, index) => (
        <div key={row.name} data-main={index < 2 || undefined}>
          <dt>{t(`p2p.deal.row.${row.name}`)}</dt>
          <dd>
            {row.text}
            {'copied' in row && row.copied !== undefined && (
              <CopyButton value={row.copied} what={t(`p2p.deal.row.${row.name}`)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The seller's request to cancel, with the buttons by which the buyer answers. */
function CancelWish({ deal }: { readonly deal: Deal }) {
  const t = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  const { isBusy, send } = useDealAct(answerCancel, close);
  return (
    <div className={styles['warning']}>
      <p>{t('p2p.deal.cancelAsked', { side: deal.side })}</p>
      {deal.side === 'buy' && (
        <>
          <Button isSmall onClick={() => setAsked(true)}>
            {t('p2p.deal.act.answerCancel')}
          </Button>
          <Button
            isSmall
            isBusy={isBusy}
            onClick={() => void send({ id: deal.id, version: deal.version, accepts: false })}
          >
            {t('p2p.deal.refuseCancel')}
          </Button>
        </>
      )}
      {isAsked && (
        <DealDialog act="answerCancel" deal={deal} onClose={close} onAct={() => undefined} />
      )}
    </div>
  );
}

const LOOKS: Partial<Record<DealAct, 'accent'>> = { pay: 'accent', release: 'accent' };

function Acts({ deal, nowMs }: { readonly deal: Deal; readonly nowMs: number }) {
  const t = useTranslate();
  const [asked, setAsked] = useState<DealAct>();
  // The answer to the seller's request to cancel stands beside it.
  const acts = actsOf(deal, nowMs).filter((act) => act !== 'answerCancel');
  if (acts.length === 0) return null;
  return (
    <div className={styles['acts']}>
      {acts.map((act) => (
        <Button key={act} look={LOOKS[act] ?? 'quiet'} onClick={() => setAsked(act)}>
          {t(`p2p.deal.act.${act}`)}
        </Button>
      ))}
      {asked !== undefined && acts.some((act) => act === asked) && (
        <DealDialog act={asked} deal={deal} onClose={() => setAsked(undefined)} onAct={setAsked} />
      )}
    </div>
  );
}
