import Bowser from 'bowser';
import type { Origin } from '../../gateway/access.ts';

const LONGEST = 60;
/** Browsers' own texts are shorter, and the library tries a hundred expressions on the text. */
const LONGEST_USER_AGENT = 500;

/** Origin of a call, as shown to the owner of the account: network address, browser and system. */
export function originOf({ address, userAgent }: { address: string; userAgent: string }): Origin {
  return { address, device: deviceOf(userAgent) };
}

/** For example `Chrome, Windows`; a program's own name if it is no browser; '' without one. */
function deviceOf(userAgent: string): string {
  if (userAgent === '') return '';
  if (userAgent.length > LONGEST_USER_AGENT)
    return deviceOf(userAgent.slice(0, LONGEST_USER_AGENT));
  const parsed = Bowser.getParser(userAgent);
  const known = [parsed.getBrowserName(), parsed.getOSName()].filter((part) => part !== '');
  const device = known.length > 0 ? known.join(', ') : (/^[\w.-]+/.exec(userAgent)?.[0] ?? '');
  return device.slice(0, LONGEST);
}
