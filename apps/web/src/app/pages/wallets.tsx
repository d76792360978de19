import { OwnOutboxHint } from '../../features/demo/ui/demo-hints.tsx';
import { TestDepositButton } from '../../features/demo/ui/test-deposit-button.tsx';
import { CurrencyPage } from '../../features/wallet/ui/currency-page.tsx';
import { DepositPage } from '../../features/wallet/ui/deposit-page.tsx';
import { WalletPage } from '../../features/wallet/ui/wallet-page.tsx';

/** The spot wallet and deposits, combined with the demo's test coins. */
export function ChangeRoute() {
  return (
    <WalletPage
      wallet="spot"
      testDeposit={(to) => <TestDepositButton {...to} />}
      codeHint={<OwnOutboxHint />}
    />
  );
}

export function DepositRoute() {
  return <DepositPage testDeposit={(to) => <TestDepositButton {...to} />} />;
}

export function MarginRoute() {
  return <WalletPage wallet="margin" />;
}

export function MicroRoute() {
  return <WalletPage wallet="seconds" />;
}

export function LegalRoute() {
  return <WalletPage wallet="p2p" />;
}

export function ChangeAccountRoute() {
  return <CurrencyPage wallet="spot" />;
}

export function LegalAccountRoute() {
  return <CurrencyPage wallet="p2p" />;
}
