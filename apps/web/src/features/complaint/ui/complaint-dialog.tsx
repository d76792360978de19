import { COMPLAINT_RULES } from '@meridian/contract/complaint/bounds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OwnPicture } from '../../../shared/picture/own-picture.tsx';
import { PictureFields } from '../../../shared/picture/picture-fields.tsx';
import { isAnySending, NO_PICTURES } from '../../../shared/picture/picture-links.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { closeComplaint, complaintQuery, refreshComplaints, writeInComplaint } from '../api.ts';
import type { ComplaintMessage, WholeComplaint } from '../model/complaint.ts';
import styles from './complaint.module.css';
import { StateBadge } from './state-badge.tsx';

/** A complaint with its messages; while it is not closed, with a form to write more. */
export function ComplaintDialog({
  id,
  onClose,
}: {
  readonly id: number;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(complaintQuery(id));
  const subject = data === undefined ? '' : t(`complaint.subject.${data.subject}`);
  return (
    <Dialog
      isOpen
      title={
        data === undefined
          ? t('complaint.messages')
          : t('complaint.named', { id: String(id), subject })
      }
      onClose={onClose}
    >
      {data !== undefined ? (
        <Thread complaint={data} />
      ) : error === null ? (
        <Skeleton rows={3} height={64} />
      ) : (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}

function Thread({ complaint }: { readonly complaint: WholeComplaint }) {
  const t = useTranslate();
  const { state, messages } = complaint;
  return (
    <div className={styles['thread']}>
      <About complaint={complaint} />
      <ol className={styles['messages']} aria-label={t('complaint.messages')}>
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {state !== 'closed' && (
        <>
          <ReplyForm key={messages.length} id={complaint.id} />
          <CloseButton id={complaint.id} />
        </>
      )}
    </div>
  );
}

/** The state of a complaint, with its reason and the order, deal or ad that it is about. */
function About({
  complaint: { state, reason, orderNumber, adId, dealId },
}: {
  readonly complaint: WholeComplaint;
}) {
  const t = useTranslate();
  const parts = [
    ...(reason === '' ? [] : [t(`report.reason.${reason}`)]),
    ...(orderNumber === '' ? [] : [t('complaint.ofOrder', { number: orderNumber })]),
    ...(dealId === 0 ? [] : [t('complaint.ofDeal', { id: String(dealId) })]),
    ...(adId === 0 ? [] : [t('complaint.ofAd', { id: String(adId) })]),
  ];
  return (
    <div className={styles['facts']}>
      <StateBadge state={state} />
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </div>
  );
}

function Message({
  message: { author, text, pictures, createdAt },
}: {
  readonly message: ComplaintMessage;
}) {
  const t = useTranslate();
  return (
    <li className={styles['said']} data-author={author}>
      <p className={styles['note']}>
        <span>{t(`complaint.from.${author}`)}</span> <time>{createdAt}</time>
      </p>
      <p className={styles['text']}>{text}</p>
      {pictures.length > 0 && (
        <div className={styles['pictures']}>
          {pictures.map((link, place) => (
            <OwnPicture
              key={link}
              link={link}
              name={t('picture.numbered', { number: place + 1 })}
            />
          ))}
        </div>
      )}
    </li>
  );
}

function ReplyForm({ id }: { readonly id: number }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState(NO_PICTURES);
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(writeInComplaint, {
    onDone: (message) => showToast('success', message),
    refresh: () => refreshComplaints(client),
  });
  const said = text.trim();
  return (
    <form
      className={styles['reply']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (said !== '' && !isAnySending(pictures)) void send({ id, text: said, pictures });
      }}
    >
      <TextArea
        label={t('complaint.reply')}
        hint={t('complaint.textHint', { letters: COMPLAINT_RULES.letters })}
        error={isTried && said === '' ? t('complaint.error.text') : undefined}
        rows={4}
        maxLength={COMPLAINT_RULES.letters}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <PictureFields
        pictures={pictures}
        hint={t('complaint.pictureHint')}
        isTried={isTried}
        onChange={setPictures}
      />
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('complaint.write')}
      </Button>
    </form>
  );
}

function CloseButton({ id }: { readonly id: number }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, send } = useFormCall(closeComplaint, {
    onDone: async (message) => {
      setAsked(false);
      showToast('success', message);
      await refreshComplaints(client);
    },
  });
  return (
    <>
      <Button isWide onClick={() => setAsked(true)}>
        {t('complaint.close')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('complaint.close')}
        confirmLabel={t('complaint.close')}
        isBusy={isBusy}
        onConfirm={() => void send({ id })}
        onCancel={() => setAsked(false)}
      >
        <p>{t('complaint.closeAbout')}</p>
        <FormFailure text={failure?.message} />
      </ConfirmDialog>
    </>
  );
}
