import type { ReactNode } from 'react';
import { useBalances } from '../../../realtime/balances.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { holdingsOfAll, inCny, worthOf } from '../model/wallets.ts';
import { TotalCard } from './total-card.tsx';

/**
 * The worth of all own assets, live, with links to trading, deposits and wallets: for pages that
 * are not about wallets.
 * @param children buttons after the links
 */
export function OwnTotal({ children }: { readonly children: ReactNode }) {
  const t = useTranslate();
  const { rows, cnyPrice } = useBalances();
  const worth = rows && worthOf(holdingsOfAll(rows));
  return (
    <TotalCard title={t('wallet.total')} worth={worth} cny={inCny(worth, cnyPrice)}>
      <ButtonLink to="/dealCenter" look="accent">
        {t('home.startTrading')}
      </ButtonLink>
      <ButtonLink to="/recharge">{t('wallet.deposit')}</ButtonLink>
      <ButtonLink to="/finance">{t('feature.assets')}</ButtonLink>
      {children}
    </TotalCard>
  );
}
