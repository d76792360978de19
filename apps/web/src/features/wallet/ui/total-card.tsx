import type { ReactNode } from 'react';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { hide, useHidden } from '../hidden.ts';
import { Hidable } from './hidable.tsx';
import styles from './total-card.module.css';

const WORTH_DECIMALS = 2;
const UNIT = 'USDT';

interface TotalCardProps {
  readonly title: string;
  /** Plain decimals; undefined while they are on their way. */
  readonly worth: string | undefined;
  readonly cny: string | undefined;
  /** Links to further pages. */
  readonly children: ReactNode;
}

/** A total worth in USDT and CNY, with a button that covers all figures. */
export function TotalCard({ title, worth, cny, children }: TotalCardProps) {
  const t = useTranslate();
  const language = useLanguage();
  const isHidden = useHidden(({ all }) => all);
  const label = t(isHidden ? 'wallet.showAll' : 'wallet.hideAll');
  return (
    <section
      className={styles['total']}
      aria-label={title}
      aria-busy={worth === undefined || undefined}
    >
      <div className={styles['words']}>
        <div className={styles['head']}>
          <h2>{title}</h2>
          <button
            type="button"
            className={styles['eye']}
            aria-label={label}
            aria-pressed={isHidden}
            title={label}
            onClick={() => hide('all', !isHidden)}
          >
            <Eye isClosed={isHidden} />
          </button>
        </div>
        <p className={styles['figure']}>
          {worth === undefined ? (
            <span className={styles['waiting']} aria-hidden="true" />
          ) : (
            <>
              <Hidable>{fixed(worth, WORTH_DECIMALS, { language, rounding: 'down' })}</Hidable>{' '}
              <small>{UNIT}</small>
            </>
          )}
        </p>
        <p className={styles['cny']}>
          {worth !== undefined && (
            <Hidable>
              {t('wallet.aboutCny', {
                amount: fixed(cny, WORTH_DECIMALS, { language, rounding: 'down' }),
              })}
            </Hidable>
          )}
        </p>
      </div>
      <div className={styles['ways']}>{children}</div>
    </section>
  );
}

function Eye({ isClosed }: { readonly isClosed: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10Z" />
      <circle cx="10" cy="10" r="2.5" />
      {isClosed && <path d="m3 17 14-14" />}
    </svg>
  );
}
