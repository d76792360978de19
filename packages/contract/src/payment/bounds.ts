/**
 * An account in the form of payment gateways: a number, a phone number or an e-mail address. No
 * character of it has a meaning in a signed text.
 */
export const PAYMENT_ACCOUNT = /^[A-Za-z0-9@._+-]{1,64}$/;
