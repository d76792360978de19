import { useTranslate } from '../../../shared/i18n/translate.ts';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { LEVELS, OFFSET_DECIMALS } from '../model/ad-form.ts';
import { AdAmount, type AdPart } from './ad-field.tsx';
import styles from './ad-form.module.css';
import { HoursField } from './hours-field.tsx';

/** The part of an ad's form with the conditions for takers and the hours of the ad. */
export function AdConditions({ form, values }: AdPart) {
  const t = useTranslate();
  return (
    <fieldset className={styles['group']}>
      <legend>{t('p2p.ad.conditions')}</legend>
      <div className={styles['two']}>
        <SelectField
          label={t('p2p.ad.level')}
          options={LEVELS.map((level) => ({
            value: String(level),
            label: level === 0 ? t('p2p.ad.anyLevel') : t('identity.level', { level }),
          }))}
          {...form.register('level')}
        />
        <AdAmount
          form={form}
          name="registeredDays"
          label={t('p2p.ad.registeredDays')}
          unit={t('p2p.ad.days')}
          decimals={0}
        />
        <AdAmount
          form={form}
          name="completedDeals"
          label={t('p2p.ad.completedDeals')}
          unit={t('p2p.ad.deals')}
          decimals={0}
        />
        <AdAmount
          form={form}
          name="completionRate"
          label={t('p2p.ad.completionRate')}
          unit="%"
          decimals={OFFSET_DECIMALS}
        />
      </div>
      <HoursField form={form} spans={values.spans} />
    </fieldset>
  );
}
