/**
 * Width for the part of an address behind its @: a narrow screen breaks the address there, not
 * within a word.
 */
export const ACCOUNT_CELL = () => ({ overflowWrap: 'anywhere', minWidth: 116 }) as const;

/** The name of an account: an e-mail address, which may break before its @, or a phone number. */
export function AccountName({ account }: { readonly account: string }) {
  const at = account.indexOf('@');
  if (at < 1) return account;
  return (
    <>
      {account.slice(0, at)}
      <wbr />
      {account.slice(at)}
    </>
  );
}
