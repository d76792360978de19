import {
  COMPLAINT_RULES,
  REPORT_REASONS,
  type ReportReason,
} from '@meridian/contract/complaint/bounds';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PictureFields } from '../../../shared/picture/picture-fields.tsx';
import { isAnySending, NO_PICTURES } from '../../../shared/picture/picture-links.ts';
import { OWN } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import type { Ad } from '../model/ad.ts';
import { reportTrader, type Reported } from '../report-api.ts';
import styles from './appeal.module.css';

interface ReportProps {
  readonly about: Reported;
  /** Ads of the trader, one of which the report may name. */
  readonly ads?: readonly Pick<Ad, 'id'>[];
}

/** Reports a trader to customer service. */
export function ReportButton(props: ReportProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)}>
        {t('report.open')}
      </Button>
      {isOpen && <ReportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReportDialog({
  about,
  ads = [],
  onClose,
}: ReportProps & { readonly onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [ad, setAd] = useState('');
  const [reason, setReason] = useState<ReportReason>(REPORT_REASONS[0]);
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState(NO_PICTURES);
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(reportTrader, {
    onDone: () => {
      showToast('success', t('report.sent'));
      onClose();
    },
    refresh: () => client.invalidateQueries({ queryKey: [OWN, 'complaints'] }),
  });
  const said = text.trim();
  const submit = (): void => {
    setTried(true);
    if (said === '' || isAnySending(pictures)) return;
    void send({ about: ad === '' ? about : { ad: Number(ad) }, reason, text: said, pictures });
  };
  return (
    <Dialog isOpen title={t('report.title')} onClose={onClose}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className={styles['hint']}>{t('report.about')}</p>
        {ads.length > 0 && <AdField ads={ads} value={ad} onChange={setAd} />}
        <SelectField
          label={t('report.reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value as ReportReason)}
          options={REPORT_REASONS.map((value) => ({ value, label: t(`report.reason.${value}`) }))}
        />
        <TextArea
          label={t('complaint.text')}
          hint={t('complaint.textHint', { letters: COMPLAINT_RULES.letters })}
          error={isTried && said === '' ? t('complaint.error.text') : undefined}
          rows={5}
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
          {t('report.send')}
        </Button>
      </form>
    </Dialog>
  );
}

/** The ad of the trader that is reported, '' for the trader. */
function AdField({
  ads,
  value,
  onChange,
}: {
  readonly ads: readonly Pick<Ad, 'id'>[];
  readonly value: string;
  readonly onChange: (ad: string) => void;
}) {
  const t = useTranslate();
  return (
    <SelectField
      label={t('report.whom')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: t('report.whom.trader') },
        ...ads.map(({ id }) => ({
          value: String(id),
          label: t('report.whom.ad', { id: String(id) }),
        })),
      ]}
    />
  );
}
