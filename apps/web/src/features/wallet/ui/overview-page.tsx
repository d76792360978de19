import { Link } from 'react-router';
import { useBalances } from '../../../realtime/balances.ts';
import { WIRE_WALLETS } from '../../../realtime/wallet-translate.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { WALLET_LABELS, WALLET_NAMES, type WalletName } from '../../../shared/wallets.ts';
import { holdingsOf, holdingsOfAll, inCny, WALLET_PATHS, worthOf } from '../model/wallets.ts';
import { Hidable } from './hidable.tsx';
import { HoldingsTable } from './holdings-table.tsx';
import styles from './page.module.css';
import { TotalCard } from './total-card.tsx';

interface WalletWorth {
  readonly wallet: WalletName;
  readonly worth: string;
  readonly cny: string | undefined;
}

/** All that one has: the four wallets, and each coin over all of them. */
export function OverviewPage() {
  const t = useTranslate();
  const { rows, dollar, cnyPrice, error, refetch } = useBalances();
  const all = rows && holdingsOfAll(rows);
  const wallets =
    rows &&
    WALLET_NAMES.map((wallet): WalletWorth =>
      worthIn(wallet, worthOf(holdingsOf(rows, wallet)), cnyPrice),
    );
  const worth = all && worthOf(all);
  return (
    <div className={styles['page']}>
      <h1>{t('feature.assets')}</h1>
      <TotalCard title={t('wallet.total')} worth={worth} cny={inCny(worth, cnyPrice)}>
        <ButtonLink to="/recharge" look="accent">
          {t('wallet.deposit')}
        </ButtonLink>
        <ButtonLink
          to={dollar === undefined ? '/change' : `/change?open=withdraw&currency_id=${dollar}`}
        >
          {t('wallet.withdraw')}
        </ButtonLink>
        <ButtonLink to="/transferLegal">{t('assets.transfer')}</ButtonLink>
      </TotalCard>
      <Card title={t('wallet.wallets')}>
        {wallets === undefined && error !== null ? (
          <Failure message={error.message} onRetry={() => void refetch()} />
        ) : (
          <WalletTable wallets={wallets} />
        )}
      </Card>
      <HoldingsTable
        title={t('wallet.coins')}
        holdings={all}
        failure={error}
        onRetry={() => void refetch()}
        pathOf={({ currency }) => `/changeAccount?currency_id=${currency}`}
        skeletonRows={11}
      />
    </div>
  );
}

function worthIn(wallet: WalletName, worth: string, cnyPrice: string | undefined): WalletWorth {
  return { wallet, worth, cny: inCny(worth, cnyPrice) };
}

function WalletTable({ wallets }: { readonly wallets: readonly WalletWorth[] | undefined }) {
  const t = useTranslate();
  const language = useLanguage();
  const shown = (worth: string | undefined) => (
    <Hidable>{fixed(worth, 2, { language, rounding: 'down' })}</Hidable>
  );
  const columns: readonly Column<WalletWorth>[] = [
    {
      name: 'wallet',
      header: t('wallet.wallet'),
      cell: ({ wallet }) => (
        <Link className={styles['wallet']} to={WALLET_PATHS[wallet]}>
          {t(WALLET_LABELS[wallet])}
        </Link>
      ),
    },
    { name: 'worth', header: t('wallet.worth'), cell: ({ worth }) => shown(worth) },
    { name: 'cny', header: t('wallet.worthCny'), cell: ({ cny }) => shown(cny), isMinor: true },
    {
      name: 'transfer',
      header: t('wallet.actions'),
      cell: ({ wallet }) => (
        <span className={styles['end']}>
          <ButtonLink
            to={`/transferLegal?from=${WIRE_WALLETS[wallet]}`}
            look="text"
            isSmall
            label={`${t('assets.transfer')}: ${t(WALLET_LABELS[wallet])}`}
          >
            {t('assets.transfer')}
          </ButtonLink>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('wallet.wallets')}
      size="roomy"
      narrow="columns"
      columns={columns}
      rows={wallets}
      rowKey={({ wallet }) => wallet}
      empty={null}
      skeletonRows={WALLET_NAMES.length}
    />
  );
}
