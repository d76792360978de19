import { Link } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { MarketCoin } from '../model/ad.ts';
import styles from './escrow-line.module.css';

/** The line that says how much of a coin the exchange holds for all open deals. */
export function EscrowLine({ coin: { code, escrow, openDeals } }: { readonly coin: MarketCoin }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <p className={styles['line']}>
      {t('p2p.market.escrow', { amount: grouped(escrow, language), coin: code, count: openDeals })}{' '}
      <Link to="/c2cEscrow">{t('p2p.market.escrowMore')}</Link>
    </p>
  );
}
