import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { FeeTiers } from '../../../shared/market/fee-tiers.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { progressOf } from '../model/progress.ts';
import styles from './fee.module.css';

/** The user's level, and the way to the next one. */
export function OwnLevel({ fees }: { readonly fees: FeeTiers }) {
  const t = useTranslate();
  const language = useLanguage();
  const { own, currency, days } = fees;
  if (own === undefined)
    return (
      <Card title={t('fee.yours')}>
        <div className={styles['body']}>
          <p>{t('fee.guest')}</p>
          <LoginPrompt />
        </div>
      </Card>
    );
  const { next, missing, percent } = progressOf(fees.tiers, own);
  const amount = (value: string): string => `${grouped(value, language)} ${currency}`;
  return (
    <Card title={t('fee.yours')}>
      <div className={styles['body']}>
        <dl className={styles['facts']}>
          <div>
            <dt>{t('fee.levelName')}</dt>
            <dd className={styles['level']}>{t('fee.level', { level: own.level })}</dd>
          </div>
          <div>
            <dt>{t('fee.volume', { days })}</dt>
            <dd>{amount(own.volume)}</dd>
          </div>
          <div>
            <dt>{t('fee.tomorrow')}</dt>
            <dd>
              {amount(own.tomorrow)} <small>{t('fee.today', { amount: amount(own.today) })}</small>
            </dd>
          </div>
        </dl>
        {next === undefined ? (
          <p>{t('fee.highest')}</p>
        ) : (
          <div className={styles['way']}>
            <div className={styles['bar']} aria-hidden="true">
              <span style={{ inlineSize: `${percent}%` }} />
            </div>
            <p>
              {percent === 100
                ? t('fee.soon', { level: next.level })
                : t('fee.next', { amount: amount(missing), level: next.level })}
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
