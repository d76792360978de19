import type { Language } from '@meridian/contract/languages';
import type { SecurityChange } from '@meridian/contract/security/calls';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { textOf } from '../../texts.ts';

interface Circumstances {
  /** YYYY-MM-DD HH:mm:ss, Asia/Shanghai. */
  readonly time: string;
  /** '' if unknown. */
  readonly device: string;
  readonly address: string;
}

/** The notice to the owner of an account after a change of its security. */
export function changeNotice(
  language: Language,
  change: SecurityChange,
  { time, ...origin }: Circumstances,
): string {
  return textOf(language, 'mail.security.body', {
    change: textOf(language, `securityChange.${change}`),
    time,
    from: from(origin),
    hours: WITHDRAWAL_HOLD_HOURS,
  });
}

/**
 * The notice after an account of payments was saved, which is no change of security: a thief might
 * have sales paid to it.
 */
export function accountSavedNotice(language: Language, { time, ...origin }: Circumstances): string {
  return textOf(language, 'mail.security.accountSaved', { time, from: from(origin) });
}

/** The end of a message that offers to freeze the account. */
export function freezeOffer(language: Language, link: string): string {
  return `${textOf(language, 'mail.security.freeze')}\n${link}`;
}

function from({ device, address }: Omit<Circumstances, 'time'>): string {
  return device === '' ? address : `${device}, ${address}`;
}
