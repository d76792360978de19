import { Link } from '@mui/material';
import { AccountName } from './account-name.tsx';

interface CustomerLinkProps {
  /** 0 for no customer. */
  readonly user: number;
  readonly account: string;
}

/** The account's name, linked to the customer's page. A click on the link does not open the row. */
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
