import { Link } from 'react-router';
import { useBalances } from '../../../realtime/balances.ts';
import { WIRE_WALLETS } from '../../../realtime/wallet-translate.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import {
  WALLET_LABELS,
  WALLET_NAMES,
  type OwnCurrency,
  type WalletName,
} from '../../../shared/wallets.ts';
import {
  holdingsOf,
  holdingsOfAll,
  inCny,
  productsWorth,
  WALLET_PATHS,
  worthOf,
} from '../model/wallets.ts';
import { Hidable } from './hidable.tsx';
import { HoldingsTable } from './holdings-table.tsx';
import styles from './page.module.css';
import { TotalCard } from './total-card.tsx';

interface Part {
  readonly name: string;
  readonly label: MessageId;
  readonly to: string;
  /** Where coins are moved to and from; undefined where that is done on the page itself. */
  readonly wallet?: WalletName;
  /** With a minus for debts. */
  readonly worth: string;
  readonly cny: string | undefined;
}

/** The user's assets: wallets, savings and debts, and each coin over all of them. */
export function OverviewPage() {
  const t = useTranslate();
  const { rows, dollar, cnyPrice, error, refetch } = useBalances();
  const all = rows && holdingsOfAll(rows);
  const parts = rows && partsOf(rows, cnyPrice);
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
        {parts === undefined && error !== null ? (
          <Failure message={error.message} onRetry={() => void refetch()} />
        ) : (
          <PartTable parts={parts} />
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

/** The four wallets; savings and debts where there are any. */
function partsOf(rows: readonly OwnCurrency[], cnyPrice: string | undefined): Part[] {
  const parts: Omit<Part, 'cny'>[] = WALLET_NAMES.map((wallet) => ({
    name: wallet,
    label: WALLET_LABELS[wallet],
    to: WALLET_PATHS[wallet],
    wallet,
    worth: worthOf(holdingsOf(rows, wallet)),
  }));
  const [savings, debt] = [productsWorth(rows, 'savings'), productsWorth(rows, 'debt')];
  if (savings !== '0')
    parts.push({ name: 'savings', label: 'wallet.savings', to: '/savings', worth: savings });
  if (debt !== '0') parts.push({ name: 'loans', label: 'wallet.loans', to: '/loan', worth: debt });
  return parts.map((part) => ({ ...part, cny: inCny(part.worth, cnyPrice) }));
}

function PartTable({ parts }: { readonly parts: readonly Part[] | undefined }) {
  const t = useTranslate();
  const language = useLanguage();
  const shown = (worth: string | undefined) => (
    <Hidable>{fixed(worth, 2, { language, rounding: 'down' })}</Hidable>
  );
  const columns: readonly Column<Part>[] = [
    {
      name: 'wallet',
      header: t('wallet.wallet'),
      cell: ({ label, to }) => (
        <Link className={styles['wallet']} to={to}>
          {t(label)}
        </Link>
      ),
    },
    { name: 'worth', header: t('wallet.worth'), cell: ({ worth }) => shown(worth) },
    { name: 'cny', header: t('wallet.worthCny'), cell: ({ cny }) => shown(cny), isMinor: true },
    {
      name: 'transfer',
      header: t('wallet.actions'),
      cell: ({ wallet, label }) =>
        wallet !== undefined && (
          <span className={styles['end']}>
            <ButtonLink
              to={`/transferLegal?from=${WIRE_WALLETS[wallet]}`}
              look="text"
              isSmall
              label={`${t('assets.transfer')}: ${t(label)}`}
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
      rows={parts}
      rowKey={({ name }) => name}
      empty={null}
      skeletonRows={WALLET_NAMES.length}
    />
  );
}
