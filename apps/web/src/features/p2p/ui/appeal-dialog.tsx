import { APPEAL_STATEMENTS } from '@meridian/contract/p2p/bounds';
import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { openAppeal } from '../appeals-api.ts';
import { reasonsOf, type AppealReason } from '../model/appeal.ts';
import type { Deal } from '../model/deal.ts';
import styles from './appeal.module.css';
import { EvidenceField, type ShownFile } from './evidence-field.tsx';
import { useDealAct } from './use-deal-act.ts';

/** Asks an operator to decide: the reason, a statement, and the evidence. */
export function AppealDialog({
  deal,
  onClose,
}: {
  readonly deal: Deal;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const reasons = reasonsOf(deal);
  const [reason, setReason] = useState<AppealReason>(reasons[0] ?? 'other');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly ShownFile[]>([]);
  const [isTried, setTried] = useState(false);
  const { isBusy, send } = useDealAct(openAppeal, onClose);
  const said = text.trim();
  return (
    <Dialog isOpen title={t('p2p.appeal.open')} onClose={onClose}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          const { id, version } = deal;
          const links = files.map(({ link }) => link);
          if (said !== '') void send({ id, version, reason, text: said, files: links });
        }}
      >
        <p className={styles['hint']}>{t('p2p.appeal.about')}</p>
        <SelectField
          label={t('p2p.appeal.reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value as AppealReason)}
          options={reasons.map((each) => ({
            value: each,
            label: t(`p2p.appeal.reason.${each}`),
          }))}
        />
        <TextArea
          label={t('p2p.appeal.text')}
          hint={t('p2p.appeal.textHint', { letters: APPEAL_STATEMENTS.letters })}
          error={isTried && said === '' ? t('p2p.appeal.error.text') : undefined}
          rows={5}
          maxLength={APPEAL_STATEMENTS.letters}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <EvidenceField files={files} onChange={setFiles} />
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('p2p.deal.act.appeal')}
        </Button>
      </form>
    </Dialog>
  );
}
