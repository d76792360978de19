import { LockPage } from './ui/lock-page.tsx';

/** Coins locked for a term at a fixed rate. */
export function WealthPage() {
  return <LockPage kind="wealth" />;
}

/** The same, as pledge interest. */
export function PledgePage() {
  return <LockPage kind="pledge" />;
}
