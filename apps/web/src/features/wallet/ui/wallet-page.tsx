import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useBalances } from '../../../realtime/balances.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Sheet } from '../../../shared/ui/sheet.tsx';
import { WIRE_WALLETS } from '../../../realtime/wallet-translate.ts';
import { CHAIN_CODES, WALLET_LABELS, type WalletName } from '../../../shared/wallets.ts';
import { CURRENCY_PATHS, holdingsOf, inCny, worthOf, type Holding } from '../model/wallets.ts';
import type { CustodyState } from '../../../realtime/wallets.ts';
import { HoldingsTable } from './holdings-table.tsx';
import styles from './page.module.css';
import { TotalCard } from './total-card.tsx';
import { WalletLog } from './wallet-log.tsx';

const PANELS = ['deposit', 'withdraw', 'record'] as const;
type PanelName = (typeof PANELS)[number];

/** How many rows are expected, so that nothing moves when they arrive. */
const EXPECTED_ROWS: Readonly<Record<WalletName, number>> = {
  spot: 11,
  margin: 1,
  seconds: 1,
  p2p: 2,
};

/** A panel of custody for one coin. */
type CustodyPanel = (coin: {
  readonly currency: number;
  readonly code: string;
  readonly custody: CustodyState;
}) => ReactNode;

interface WalletPageProps {
  readonly wallet: WalletName;
  readonly deposit: CustodyPanel;
  readonly withdraw: CustodyPanel;
}

/**
 * One wallet: its worth and its coins. Coins come in and go out by the exchange wallet; the others
 * are filled by transfers.
 */
export function WalletPage({ wallet, deposit, withdraw }: WalletPageProps) {
  const t = useTranslate();
  const { rows, custody, dollar, cnyPrice, error, refetch } = useBalances();
  const { panel, open, close } = usePanel();
  const holdings = rows && holdingsOf(rows, wallet);
  const worth = holdings && worthOf(holdings);
  const detail = CURRENCY_PATHS[wallet];
  const opened = holdings?.find(({ currency }) => currency === panel?.currency);
  return (
    <div className={styles['page']}>
      <h1>{t(WALLET_LABELS[wallet])}</h1>
      <TotalCard
        title={t(wallet === 'margin' ? 'wallet.equity' : 'wallet.total')}
        worth={worth}
        cny={inCny(worth, cnyPrice)}
      >
        {wallet === 'spot' && (
          <>
            <ButtonLink to="/recharge" look="accent">
              {t('wallet.deposit')}
            </ButtonLink>
            {dollar !== undefined && (
              <ButtonLink to={`?open=withdraw&currency_id=${dollar}`}>
                {t('wallet.withdraw')}
              </ButtonLink>
            )}
          </>
        )}
        <ButtonLink to={`/transferLegal?from=${WIRE_WALLETS[wallet]}`}>
          {t('assets.transfer')}
        </ButtonLink>
        <ButtonLink to="/letransactions">{t('assets.log')}</ButtonLink>
      </TotalCard>
      <HoldingsTable
        title={t('wallet.coins')}
        holdings={holdings}
        failure={error}
        onRetry={() => void refetch()}
        {...(detail === undefined
          ? {}
          : { pathOf: ({ currency }: Holding) => `${detail}?currency_id=${currency}` })}
        actions={(holding) => <RowActions wallet={wallet} holding={holding} onOpen={open} />}
        skeletonRows={EXPECTED_ROWS[wallet]}
      />
      <Sheet
        isOpen={opened !== undefined}
        title={
          opened === undefined
            ? ''
            : `${t(`wallet.panel.${panel?.name ?? 'record'}`)} ${opened.code}`
        }
        onClose={close}
      >
        {opened !== undefined && panel !== undefined && (
          <Panel
            key={`${panel.name} ${opened.currency}`}
            name={panel.name}
            wallet={wallet}
            holding={opened}
            custody={custody}
            deposit={deposit}
            withdraw={withdraw}
          />
        )}
      </Sheet>
    </div>
  );
}

interface PanelProps extends WalletPageProps {
  readonly name: PanelName;
  readonly holding: Holding;
  readonly custody: CustodyState;
}

function Panel({
  name,
  wallet,
  holding: { currency, code },
  custody,
  deposit,
  withdraw,
}: PanelProps): ReactNode {
  if (name === 'record') {
    return (
      <div className={styles['list']}>
        <WalletLog wallet={wallet} currency={currency} />
      </div>
    );
  }
  return (name === 'deposit' ? deposit : withdraw)({ currency, code, custody });
}

interface RowActionsProps {
  readonly wallet: WalletName;
  readonly holding: Holding;
  readonly onOpen: (name: PanelName, currency: number) => void;
}

function RowActions({ wallet, holding: { currency, code }, onOpen }: RowActionsProps) {
  const t = useTranslate();
  const offered = PANELS.filter(
    (name) => name === 'record' || (wallet === 'spot' && CHAIN_CODES.has(code)),
  );
  const action = (name: PanelName) => (
    <Button
      key={name}
      isSmall
      look="text"
      aria-label={`${t(`wallet.panel.${name}`)}: ${code}`}
      onClick={() => onOpen(name, currency)}
    >
      {t(`wallet.panel.${name}`)}
    </Button>
  );
  return (
    <>
      {offered.filter((name) => name !== 'record').map(action)}
      <ButtonLink
        to={`/transferLegal?from=${WIRE_WALLETS[wallet]}&currency=${currency}`}
        look="text"
        isSmall
        label={`${t('assets.transfer')}: ${code}`}
      >
        {t('assets.transfer')}
      </ButtonLink>
      {action('record')}
    </>
  );
}

/** The panel that is open stands in the address: going back closes it, and it can be linked to. */
function usePanel() {
  const [params, setParams] = useSearchParams();
  const name = PANELS.find((one) => one === params.get('open'));
  const currency = Number(params.get('currency_id'));
  return {
    panel: name === undefined ? undefined : { name, currency },
    open: (opened: PanelName, of: number): void =>
      setParams(`open=${opened}&currency_id=${of}`, { preventScrollReset: true }),
    close: (): void => setParams({}, { replace: true, preventScrollReset: true }),
  };
}
