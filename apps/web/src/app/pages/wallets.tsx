import type { ReactNode } from 'react';
import { DepositPage } from '../../features/custody/ui/deposit-page.tsx';
import { DepositPanel, type TestDeposit } from '../../features/custody/ui/deposit-panel.tsx';
import { WithdrawPanel } from '../../features/custody/ui/withdraw-panel.tsx';
import { OwnOutboxHint } from '../../features/demo/ui/demo-hints.tsx';
import { TestDepositButton } from '../../features/demo/ui/test-deposit-button.tsx';
import { CurrencyPage } from '../../features/wallet/ui/currency-page.tsx';
import { WalletPage } from '../../features/wallet/ui/wallet-page.tsx';
import type { WalletName } from '../../shared/wallets.ts';

interface WalletProps {
  readonly wallet: WalletName;
  /** Demo only: coins by a real transaction. */
  readonly testDeposit?: TestDeposit;
  /** Demo only: where the code that confirms a withdrawal is. */
  readonly codeHint?: ReactNode;
}

/** A wallet, combined with the ways for coins to come and go. */
function Wallet({ wallet, testDeposit, codeHint }: WalletProps) {
  return (
    <WalletPage
      wallet={wallet}
      deposit={(coin) => <DepositPanel {...coin} testDeposit={testDeposit} />}
      withdraw={(coin) => <WithdrawPanel {...coin} codeHint={codeHint} />}
    />
  );
}

/** The spot wallet and deposits, combined with the demo's test coins. */
export function SpotWalletRoute() {
  return (
    <Wallet
      wallet="spot"
      testDeposit={(to) => <TestDepositButton {...to} />}
      codeHint={<OwnOutboxHint />}
    />
  );
}

export function DepositRoute() {
  return <DepositPage testDeposit={(to) => <TestDepositButton {...to} />} />;
}

export function MarginWalletRoute() {
  return <Wallet wallet="margin" />;
}

export function SecondsWalletRoute() {
  return <Wallet wallet="seconds" />;
}

export function P2pWalletRoute() {
  return <Wallet wallet="p2p" />;
}

export function SpotCurrencyRoute() {
  return <CurrencyPage wallet="spot" />;
}

export function P2pCurrencyRoute() {
  return <CurrencyPage wallet="p2p" />;
}
