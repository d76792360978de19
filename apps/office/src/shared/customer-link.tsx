import { Link } from '@mui/material';
import { AccountName } from './account-name.tsx';

interface CustomerLinkProps {
  /** 0 where no customer is meant. */
  readonly user: number;
  readonly account: string;
}

/** The account's name, which leads to the customer's page. A row does not open by it. */
export function CustomerLink({ user, account }: CustomerLinkProps) {
  if (user === 0) return null;
  return (
    <Link
      href={`#/users/${user}/show`}
      sx={{ display: 'block', overflowWrap: 'anywhere' }}
      onClick={(event) => event.stopPropagation()}
    >
      <AccountName account={account} />
    </Link>
  );
}
