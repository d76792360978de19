import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { FIAT, type MarketCoin } from '../model/ad.ts';
import { shownPrice } from '../model/shown-price.ts';
import styles from './coin-strip.module.css';

/** The coins of the marketplace with their reference prices, one of them chosen. */
export function CoinStrip({
  coins,
  value,
  onChange,
}: {
  readonly coins: readonly MarketCoin[];
  readonly value: number | undefined;
  readonly onChange: (coin: number) => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <ul className={styles['strip']} aria-label={t('p2p.market.coins')}>
      {coins.map(({ id, code, reference }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === value} onClick={() => onChange(id)}>
            <span className={styles['code']}>{code}</span>
            <span className={styles['price']}>
              {reference === ''
                ? t('p2p.market.noReference')
                : `≈ ${grouped(shownPrice(reference), language)} ${FIAT}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
