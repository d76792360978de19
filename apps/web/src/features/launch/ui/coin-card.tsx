import { Link } from 'react-router';
import { figure, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { supplyOf, type NewCoin } from '../model/coin.ts';
import { BuyCoin } from './buy-coin.tsx';
import styles from './launch.module.css';
import { SupplyPie } from './supply-pie.tsx';

const PRICES_IN = 'USDT';
const TONES = { upcoming: 'accent', running: 'success', over: 'neutral' } as const;

/** A coin with its plan, its issued amount, its white paper, and the link to its market. */
export function CoinCard({ coin }: { readonly coin: NewCoin }) {
  const t = useTranslate();
  const language = useLanguage();
  const { name, code, state, issued, planned, startPrice, start, end } = coin;
  const { remaining, percent } = supplyOf(coin);
  const amount = (plain: string): string => grouped(plain, language);
  return (
    <li className={styles['coin']}>
      <div className={styles['head']}>
        <h2>{name}</h2>
        <Badge tone={TONES[state]}>{t(`launch.state.${state}`)}</Badge>
      </div>
      <div className={styles['body']}>
        <SupplyPie percent={percent} />
        <dl className={styles['supply']}>
          <div data-part="issued">
            <dt>{t('launch.issued')}</dt>
            <dd>{amount(issued)}</dd>
          </div>
          <div data-part="rest">
            <dt>{t('launch.remaining')}</dt>
            <dd>{amount(remaining)}</dd>
          </div>
          <div>
            <dt>{t('launch.planned')}</dt>
            <dd>{amount(planned)}</dd>
          </div>
        </dl>
        <dl className={styles['facts']}>
          <dt>{t('launch.price')}</dt>
          <dd>{`${figure(startPrice, 'price', language)} ${PRICES_IN}`}</dd>
          <dt>{t('launch.start')}</dt>
          <dd>{start}</dd>
          <dt>{t('launch.end')}</dt>
          <dd>{end}</dd>
          <dt>{t('launch.code')}</dt>
          <dd>{code === '' ? t('launch.notListed') : code}</dd>
        </dl>
      </div>
      <div className={styles['ways']}>
        <BuyCoin coin={coin} />
        <Paper address={coin.paper} name={name} />
      </div>
    </li>
  );
}

function Paper({ address, name }: { readonly address: string; readonly name: string }) {
  const t = useTranslate();
  if (address === '') return null;
  const words = t('launch.paper');
  if (address.startsWith('/'))
    return (
      <Link to={address} aria-label={`${words}: ${name}`}>
        {words}
      </Link>
    );
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" aria-label={`${words}: ${name}`}>
      {words}
    </a>
  );
}
