import { REMARK_LETTERS } from '@meridian/contract/p2p/bounds';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import type { AdPart } from './ad-field.tsx';
import styles from './ad-form.module.css';

/**
 * The part of an ad's form with the owner's remark and automatic reply, and the choice of a private
 * ad.
 */
export function AdTexts({ form, values }: AdPart) {
  const t = useTranslate();
  return (
    <fieldset className={styles['group']}>
      <legend>{t('p2p.ad.texts')}</legend>
      <TextArea
        label={t('p2p.ad.remark')}
        hint={t('p2p.ad.remarkAbout', { letters: REMARK_LETTERS })}
        rows={3}
        maxLength={REMARK_LETTERS}
        {...form.register('remark')}
      />
      <TextArea
        label={t('p2p.ad.autoReply')}
        hint={t('p2p.ad.autoReplyAbout', { letters: REMARK_LETTERS })}
        rows={3}
        maxLength={REMARK_LETTERS}
        {...form.register('autoReply')}
      />
      <Checkbox
        isChecked={values.isPrivate}
        onChange={(isPrivate) => form.setValue('isPrivate', isPrivate)}
      >
        {t('p2p.ad.isPrivate')}
      </Checkbox>
    </fieldset>
  );
}
