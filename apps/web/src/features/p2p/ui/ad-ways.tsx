import { P2P_WAYS, type P2pWay } from '@meridian/contract/p2p/bounds';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { accountsQuery } from '../api.ts';
import { PAY_MINUTES } from '../model/ad-form.ts';
import { errorOf, type AdPart } from './ad-field.tsx';
import styles from './ad-form.module.css';
import { WayLabel } from './way-label.tsx';

/**
 * The part of an ad's form with the payment methods and the time to pay. A seller is paid to own
 * accounts that are saved.
 */
export function AdWays({ form, values }: AdPart) {
  const t = useTranslate();
  const { data } = useQuery(accountsQuery);
  const isSale = values.side === 'sell';
  const accountOf = (way: P2pWay): string => data?.get(way)?.trim() ?? '';
  const error = errorOf(form, 'ways');
  const setWay = (way: P2pWay, isChosen: boolean): void =>
    form.setValue(
      'ways',
      P2P_WAYS.filter((each) => (each === way ? isChosen : values.ways.includes(each))),
      { shouldValidate: form.formState.isSubmitted },
    );
  return (
    <fieldset className={styles['group']} data-field="ways">
      <legend>{t('acceptor.way')}</legend>
      <div className={styles['ways']}>
        {P2P_WAYS.map((way) => {
          const isMissing = isSale && accountOf(way) === '';
          return (
            <div key={way} className={styles['way']}>
              <Checkbox
                isChecked={values.ways.includes(way)}
                isDisabled={isMissing && !values.ways.includes(way)}
                onChange={(isChosen) => setWay(way, isChosen)}
              >
                <WayLabel way={way} />
              </Checkbox>
              {isSale && <small>{isMissing ? t('p2p.market.noAccount') : accountOf(way)}</small>}
            </div>
          );
        })}
      </div>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      {isSale && P2P_WAYS.some((way) => accountOf(way) === '') && (
        <p>
          <ButtonLink isSmall to="/userSetting" state={{ back: '/c2c' }}>
            {t('p2p.ad.addAccount')}
          </ButtonLink>
        </p>
      )}
      <SelectField
        label={t('p2p.ad.payMinutes')}
        options={minuteOptions(values.payMinutes).map((minutes) => ({
          value: minutes,
          label: t('p2p.ad.minutes', { minutes: Number(minutes) }),
        }))}
        {...form.register('payMinutes')}
      />
    </fieldset>
  );
}

/** The usual minutes, and those of the ad that is changed. */
function minuteOptions(present: string): readonly string[] {
  const minutes = new Set([...PAY_MINUTES, Number(present)]);
  return [...minutes].sort((a, b) => a - b).map(String);
}
