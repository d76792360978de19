import { COMPLAINT_RULES, COMPLAINT_SUBJECTS } from '@meridian/contract/complaint/bounds';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PictureFields } from '../../../shared/picture/picture-fields.tsx';
import { isAnySending, NO_PICTURES } from '../../../shared/picture/picture-links.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { fileComplaint, refreshComplaints } from '../api.ts';
import type { Subject } from '../model/complaint.ts';
import styles from './complaint.module.css';

/** A new complaint. Empty again once it was sent. */
export function ComplaintForm() {
  const [sent, setSent] = useState(0);
  return <Fields key={sent} onSent={() => setSent(sent + 1)} />;
}

function Fields({ onSent }: { readonly onSent: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [subject, setSubject] = useState<Subject>('deposit');
  const [orderNumber, setOrderNumber] = useState('');
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState(NO_PICTURES);
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(fileComplaint, {
    onDone: ({ id }) => {
      showToast('success', t('complaint.sent', { id: String(id) }));
      onSent();
    },
    refresh: () => refreshComplaints(client),
  });
  const said = text.trim();
  const submit = (): void => {
    setTried(true);
    if (said === '' || isAnySending(pictures)) return;
    void send({ subject, orderNumber: orderNumber.trim(), text: said, pictures });
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SelectField
        label={t('complaint.subject')}
        value={subject}
        onChange={({ target }) => setSubject(target.value as Subject)}
        options={COMPLAINT_SUBJECTS.map((value) => ({
          value,
          label: t(`complaint.subject.${value}`),
        }))}
      />
      <TextField
        label={t('complaint.orderNumber')}
        hint={t('complaint.orderNumberHint')}
        autoComplete="off"
        maxLength={COMPLAINT_RULES.orderLetters}
        value={orderNumber}
        onChange={({ target }) => setOrderNumber(target.value)}
      />
      <TextArea
        label={t('complaint.text')}
        hint={t('complaint.textHint', { letters: COMPLAINT_RULES.letters })}
        error={isTried && said === '' ? t('complaint.error.text') : undefined}
        rows={6}
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
        {t('complaint.send')}
      </Button>
    </form>
  );
}
