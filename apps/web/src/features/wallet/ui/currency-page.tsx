import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { cnyPriceQuery, useBalances } from '../../../realtime/balances.ts';
import { WIRE_WALLETS } from '../../../realtime/wallet-translate.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CoinIcon } from '../../../shared/ui/coin-icon.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { CHAIN_CODES, WALLET_LABELS, type WalletName } from '../../../shared/wallets.ts';
import { holdingOf, inCoinCny, WALLET_PATHS, type Holding } from '../model/wallets.ts';
import styles from './currency-page.module.css';
import { Hidable } from './hidable.tsx';
import page from './page.module.css';
import { WalletLog } from './wallet-log.tsx';

/** Amounts on pages of one currency (from the specification). */
const DECIMALS = 2;

/**
 * One currency of one wallet, named by `currency_id` in the address: its balance, and the log of
 * its changes.
 */
export function CurrencyPage({ wallet }: { readonly wallet: WalletName }) {
  const t = useTranslate();
  const [params] = useSearchParams();
  const id = Number(params.get('currency_id'));
  const { rows, error, refetch } = useBalances();
  const holding = rows && holdingOf(rows, wallet, id);
  const isKnown = rows === undefined || holding !== undefined;
  const title = t(WALLET_LABELS[wallet]);
  const back = <ButtonLink to={WALLET_PATHS[wallet]}>{t('wallet.backToWallet')}</ButtonLink>;
  if (!isKnown || (rows === undefined && error !== null)) {
    return (
      <div className={page['page']}>
        <h1>{title}</h1>
        <Card title={t('wallet.balance')}>
          {isKnown ? (
            <Failure message={error?.message} onRetry={() => void refetch()} />
          ) : (
            <Empty action={back}>{t('wallet.noCurrency')}</Empty>
          )}
        </Card>
      </div>
    );
  }
  return (
    <div className={page['page']}>
      <h1>{holding === undefined ? title : `${holding.code} · ${title}`}</h1>
      <section
        className={styles['balance']}
        aria-label={t('wallet.balance')}
        aria-busy={holding === undefined || undefined}
      >
        <CoinIcon code={holding?.code ?? ''} logo={holding?.logo ?? ''} size={40} />
        <Figures currency={id} holding={holding} />
        <div className={styles['ways']}>
          {wallet === 'spot' && holding !== undefined && CHAIN_CODES.has(holding.code) && (
            <>
              <ButtonLink to={`/change?open=deposit&currency_id=${id}`} look="accent">
                {t('wallet.deposit')}
              </ButtonLink>
              <ButtonLink to={`/change?open=withdraw&currency_id=${id}`}>
                {t('wallet.withdraw')}
              </ButtonLink>
            </>
          )}
          <ButtonLink to={`/transferLegal?from=${WIRE_WALLETS[wallet]}&currency=${id}`}>
            {t('assets.transfer')}
          </ButtonLink>
        </div>
      </section>
      <Card title={t('wallet.log')}>
        <WalletLog wallet={wallet} currency={id} />
      </Card>
    </div>
  );
}

interface FiguresProps {
  readonly currency: number;
  readonly holding: Holding | undefined;
}

function Figures({ currency, holding }: FiguresProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { data: cnyPrice } = useQuery(cnyPriceQuery(currency));
  const cny = holding && inCoinCny(holding, cnyPrice);
  const facts = [
    [t('wallet.available'), holding?.available],
    [t('wallet.held'), holding?.held],
    [t('wallet.worth'), holding?.worth],
    [t('wallet.worthCny'), cny],
  ] as const;
  return (
    <dl className={styles['figures']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={value}>
            {holding === undefined ? (
              <span className={styles['waiting']} aria-hidden="true" />
            ) : (
              <Hidable>{fixed(value, DECIMALS, { language, rounding: 'down' })}</Hidable>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
