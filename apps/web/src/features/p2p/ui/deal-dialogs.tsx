import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MISSING } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { serverNowMs } from '../../../shared/server-clock.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import {
  answerCancel,
  askToCancel,
  cancelDeal,
  extendDeal,
  ownDealsQuery,
  payDeal,
} from '../deals-api.ts';
import type { Deal } from '../model/deal.ts';
import { extensionsOf, type DealAct } from '../model/deal-stage.ts';
import { AppealDialog } from './appeal-dialog.tsx';
import styles from './deal.module.css';
import { ReleaseDialog } from './release-dialog.tsx';
import { useDealAct } from './use-deal-act.ts';
import { useDealWords } from './use-deal-words.ts';

interface DialogProps {
  readonly deal: Deal;
  readonly onClose: () => void;
}

/** The question before an act on a deal. `onAct` goes on to another one. */
export function DealDialog({
  act,
  ...props
}: DialogProps & { readonly act: DealAct; readonly onAct: (act: DealAct) => void }) {
  switch (act) {
    case 'pay':
      return <PayDialog {...props} />;
    case 'cancel':
      return <CancelDialog {...props} />;
    case 'extend':
      return <ExtendDialog {...props} />;
    case 'askCancel':
      return <AskCancelDialog {...props} />;
    case 'answerCancel':
      return <AgreeDialog {...props} />;
    case 'release':
      return <ReleaseDialog {...props} />;
    case 'appeal':
      return <AppealDialog {...props} />;
  }
}

function PayDialog({ deal, onClose }: DialogProps) {
  const t = useTranslate();
  const words = useDealWords(deal);
  const { isBusy, send } = useDealAct(payDeal, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t('p2p.deal.ask.pay', words)}
      confirmLabel={t('p2p.deal.act.pay')}
      cancelLabel={t('p2p.deal.notYet')}
      isBusy={isBusy}
      onConfirm={() => void send({ id: deal.id, version: deal.version })}
      onCancel={onClose}
    >
      <p>
        {t('p2p.deal.askAbout.pay', { ...words, name: deal.payee.realName, way: deal.wayName })}
      </p>
      <p>{t('p2p.deal.payWarning')}</p>
    </ConfirmDialog>
  );
}

function CancelDialog({ deal, onClose }: DialogProps) {
  const t = useTranslate();
  const { data } = useInfiniteQuery(ownDealsQuery());
  const { isBusy, send } = useDealAct(cancelDeal, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t('p2p.deal.ask.cancel')}
      confirmLabel={t('p2p.deal.act.cancel')}
      cancelLabel={t('p2p.deal.keep')}
      isBusy={isBusy}
      onConfirm={() => void send({ id: deal.id, version: deal.version })}
      onCancel={onClose}
    >
      <p>{t('p2p.deal.askAbout.cancel')}</p>
      <p>{t('p2p.deal.cancelsLeft', { count: String(data?.pages[0]?.cancelsLeft ?? MISSING) })}</p>
      <p>{t('p2p.deal.cancelsRule')}</p>
    </ConfirmDialog>
  );
}

function ExtendDialog({ deal, onClose }: DialogProps) {
  const t = useTranslate();
  const options = extensionsOf(deal, serverNowMs());
  const [minutes, setMinutes] = useState(options[0] ?? 0);
  const { isBusy, send } = useDealAct(extendDeal, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t('p2p.deal.ask.extend')}
      confirmLabel={t('p2p.deal.act.extend')}
      look="accent"
      isBusy={isBusy}
      onConfirm={() => void send({ id: deal.id, version: deal.version, minutes })}
      onCancel={onClose}
      fields={
        <Segments
          label={t('p2p.deal.moreMinutes')}
          size="roomy"
          isFilled
          value={String(minutes)}
          onChange={(name) => setMinutes(Number(name))}
          options={options.map((each) => ({
            name: String(each),
            label: t('p2p.deal.minutes', { minutes: each }),
          }))}
        />
      }
    >
      <p className={styles['note']}>{t('p2p.deal.askAbout.extend')}</p>
    </ConfirmDialog>
  );
}

function AskCancelDialog({ deal, onClose }: DialogProps) {
  const t = useTranslate();
  const { isBusy, send } = useDealAct(askToCancel, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t('p2p.deal.ask.askCancel')}
      confirmLabel={t('p2p.deal.act.askCancel')}
      cancelLabel={t('p2p.deal.keep')}
      isBusy={isBusy}
      onConfirm={() => void send({ id: deal.id, version: deal.version })}
      onCancel={onClose}
    >
      <p>{t('p2p.deal.askAbout.askCancel')}</p>
    </ConfirmDialog>
  );
}

/** Agreeing to the seller's wish to cancel. */
function AgreeDialog({ deal, onClose }: DialogProps) {
  const t = useTranslate();
  const { isBusy, send } = useDealAct(answerCancel, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t('p2p.deal.ask.answerCancel')}
      confirmLabel={t('p2p.deal.act.answerCancel')}
      cancelLabel={t('p2p.deal.keep')}
      isBusy={isBusy}
      onConfirm={() => void send({ id: deal.id, version: deal.version, accepts: true })}
      onCancel={onClose}
    >
      <p>{t('p2p.deal.askAbout.answerCancel')}</p>
    </ConfirmDialog>
  );
}
