import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { LEVELS, rateOf, type Level, type LoanTerms } from '../model/loan.ts';
import { levelAt } from '../model/loan-math.ts';
import styles from './ltv-bar.module.css';

interface LtvBarProps {
  /** Percent, undefined where there is none yet. */
  readonly ltv: string | undefined;
  readonly terms: LoanTerms;
  /** Currency of the prices. */
  readonly coin: string;
  /** The price at which a level is reached, where it is to be shown. */
  readonly priceOf?: ((level: Level) => string | undefined) | undefined;
}

/**
 * The ratio of a loan beside its levels: a bar with a numbered mark for each, and the numbers in
 * words, because no colour says it alone.
 */
export function LtvBar({ ltv, terms, coin, priceOf }: LtvBarProps) {
  const t = useTranslate();
  const language = useLanguage();
  const level = ltv === undefined ? undefined : levelAt(ltv, terms);
  const state = level === undefined || level === 'initial' ? 'calm' : level;
  const filled = Math.min(100, Number(ltv ?? '0'));
  const said = t(`loan.reached.${level ?? 'none'}`);
  return (
    <div className={styles['ltv']} data-state={state}>
      <p className={styles['value']}>
        <span>{t('loan.ltv')}</span>
        <strong>{ltv === undefined ? '--' : `${grouped(ltv, language)}%`}</strong>
        {ltv !== undefined && <span>{said}</span>}
      </p>
      <svg
        className={styles['bar']}
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('loan.barLabel', { ltv: ltv === undefined ? '--' : grouped(ltv, language) })}
      >
        <rect className={styles['track']} width="100" height="10" />
        <rect className={styles['filled']} width={filled} height="10" />
        {LEVELS.map((each) => (
          <rect
            key={each}
            className={styles['mark']}
            data-level={each}
            x={Number(rateOf(terms, each)) - 0.2}
            width="0.4"
            height="10"
          />
        ))}
      </svg>
      <p className={styles['numbers']} aria-hidden="true">
        {numberPlaces(terms).map((place, index) => (
          <span key={LEVELS[index]} style={{ left: `${place}%` }}>
            {index + 1}
          </span>
        ))}
      </p>
      <ol className={styles['levels']}>
        {LEVELS.map((each, index) => {
          const price = priceOf?.(each);
          return (
            <li key={each} data-reached={isReached(each, level) || undefined}>
              <span className={styles['number']} aria-hidden="true">
                {index + 1}
              </span>
              <span>{t(`loan.level.${each}`)}</span>
              <span>{`${grouped(rateOf(terms, each), language)}%`}</span>
              {price !== undefined && (
                <span className={styles['price']}>
                  {t('loan.atPrice', { price: `${grouped(price, language)} ${coin}` })}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Percent of the bar: under the marks, but for levels so near that two numbers would overlap. */
const LEAST_GAP = 2.5;
function numberPlaces(terms: LoanTerms): number[] {
  const places: number[] = [];
  for (const level of LEVELS)
    places.push(Math.max(Number(rateOf(terms, level)), (places.at(-1) ?? 0) + LEAST_GAP));
  return places;
}

function isReached(level: Level, highest: Level | undefined): boolean {
  return highest !== undefined && LEVELS.indexOf(level) <= LEVELS.indexOf(highest);
}
