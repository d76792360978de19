import { networkLabel } from '../../custody/custody-words.ts';
import { settingName } from '../../site/setting-groups.ts';

const SEVERAL = /^(\d+) users(?: from (\d+) to (\d+))?$/;

/** The subject of an action in words: the log's `user 100000` is `Customer 100000`. */
export function subjectWords(subject: string): string {
  const several = SEVERAL.exec(subject);
  if (several !== null) {
    const [, count = '0', first, last] = several;
    return first === undefined
      ? count === '0'
        ? 'Nobody'
        : `${count} customers`
      : `${count} customers, ${first} to ${last}`;
  }
  const [kind = '', ...rest] = subject.split(' ');
  const name = rest.join(' ');
  if (kind === 'user') return `Customer ${name}`;
  if (kind === 'setting') return `Setting ${settingName(name)}`;
  if (kind === 'network') return `Network ${networkLabel(name)}`;
  if (kind === 'call') return name.replace('/office/api/', '').replaceAll('_', ' ');
  return subject.charAt(0).toUpperCase() + subject.slice(1);
}
