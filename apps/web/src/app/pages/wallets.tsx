import { OwnOutboxHint } from '../../features/demo/ui/demo-hints.tsx';
import { TestDepositButton } from '../../features/demo/ui/test-deposit-button.tsx';
import { CurrencyPage } from '../../features/wallet/ui/currency-page.tsx';
import { DepositPage } from '../../features/wallet/ui/deposit-page.tsx';
import { WalletPage } from '../../features/wallet/ui/wallet-page.tsx';

/** The spot wallet and deposits, joined with the demo's test coins. */
export function ChangeRoute() {
  return (
    <WalletPage
      wallet="change"
      testDeposit={(to) => <TestDepositButton {...to} />}
      codeHint={<OwnOutboxHint />}
    />
  );
}

export function DepositRoute() {
  return <DepositPage testDeposit={(to) => <TestDepositButton {...to} />} />;
}

export function MarginRoute() {
  return <WalletPage wallet="lever" />;
}

export function MicroRoute() {
  return <WalletPage wallet="micro" />;
}

export function LegalRoute() {
  return <WalletPage wallet="legal" />;
}

export function ChangeAccountRoute() {
  return <CurrencyPage wallet="change" />;
}

export function LegalAccountRoute() {
  return <CurrencyPage wallet="legal" />;
}
