import { useTranslate } from '../../../shared/i18n/translate.ts';
import { FIAT, type MarketCoin } from '../model/ad.ts';
import styles from './coin-list.module.css';

/** The coins that ads can be about, one of them chosen. */
export function CoinList({
  coins,
  value,
  onChange,
}: {
  readonly coins: readonly MarketCoin[];
  readonly value: number;
  readonly onChange: (coin: MarketCoin) => void;
}) {
  const t = useTranslate();
  return (
    <ul className={styles['coins']} aria-label={t('p2p.ad.coin')}>
      {coins.map((coin) => (
        <li key={coin.id}>
          <button type="button" aria-pressed={coin.id === value} onClick={() => onChange(coin)}>
            {`${coin.code}/${FIAT}`}
          </button>
        </li>
      ))}
    </ul>
  );
}
