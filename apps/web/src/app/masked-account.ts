/** First 3 and last 4 of the account number's 11 digits; '' before it is loaded. */
export function maskedAccount(accountNumber: string | undefined): string {
  return accountNumber === undefined
    ? ''
    : `${accountNumber.slice(0, 3)}****${accountNumber.slice(-4)}`;
}
