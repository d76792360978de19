import Bowser from 'bowser';
import type { Origin } from '../../gateway/access.ts';

const LONGEST = 60;
/** Browsers say less of themselves, and the library tries a hundred expressions on it. */
const LONGEST_USER_AGENT = 500;

/**
 * Where a call comes from, as the owner of the account should read it: network address, browser and
 * system.
 */
export function originOf({ address, userAgent }: { address: string; userAgent: string }): Origin {
  return { address, device: deviceOf(userAgent) };
}

/**
 * For example `Chrome, Windows`; what a program calls itself where it is no browser; '' where it
 * says nothing.
 */
function deviceOf(userAgent: string): string {
  if (userAgent === '') return '';
  if (userAgent.length > LONGEST_USER_AGENT)
    return deviceOf(userAgent.slice(0, LONGEST_USER_AGENT));
  const parsed = Bowser.getParser(userAgent);
  const known = [parsed.getBrowserName(), parsed.getOSName()].filter((part) => part !== '');
  const device = known.length > 0 ? known.join(', ') : (/^[\w.-]+/.exec(userAgent)?.[0] ?? '');
  return device.slice(0, LONGEST);
}
