/** The server's rules of fund passwords and anti-phishing codes, checked before it is asked. */
export const FUND_PASSWORD_DIGITS = 6;
const FUND_PASSWORD = new RegExp(`^[0-9]{${FUND_PASSWORD_DIGITS}}$`);
const ANTI_PHISHING = /^[\p{L}\p{N}]{4,20}$/u;

/** Six digits, neither all the same nor in sequence. */
export function isFundPassword(text: string): boolean {
  return (
    FUND_PASSWORD.test(text) &&
    !/^(\d)\1+$/.test(text) &&
    !'01234567890'.includes(text) &&
    !'09876543210'.includes(text)
  );
}

/** 4 to 20 letters or digits. */
export function isAntiPhishingCode(text: string): boolean {
  return ANTI_PHISHING.test(text);
}
