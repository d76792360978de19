import { SalesPage } from './ui/sales-page.tsx';

/** New coins at a fixed price, shared out by published rules. */
export function TokenSalesPage() {
  return <SalesPage kind="sale" />;
}

/** The same with a target, below which everything is given back. */
export function CrowdfundingPage() {
  return <SalesPage kind="crowd" />;
}
