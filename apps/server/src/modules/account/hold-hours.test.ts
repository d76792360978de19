import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@meridian/contract/languages';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { expect, test } from 'vitest';
import { refusalText } from '../../gateway/answers.ts';
import { textOf } from '../../texts.ts';
import { STARTING_ARTICLES } from '../news/articles/starting-articles.ts';
import { changeNotice } from './security-notices.ts';

// The hours without withdrawals after a change of security, wherever a person reads them.

const HOURS = new RegExp(`(?<!\\d)${WITHDRAWAL_HOLD_HOURS}(?!\\d)`);
const DOCS = path.resolve(import.meta.dirname, '../../../../../docs');
const WITHDRAWALS_ARTICLE = 1014;
const AT = { time: '', device: '', address: '' };

test.each(LANGUAGES)('the texts in %s name the hours of the constant', (language) => {
  expect(refusalText('withdrawals_held', language)).toMatch(HOURS);
  expect(textOf(language, 'answer.custody.whitelistOff', { hours: WITHDRAWAL_HOLD_HOURS })).toMatch(
    HOURS,
  );
  expect(changeNotice(language, 'password_changed', AT)).toMatch(HOURS);
  const article = STARTING_ARTICLES.find(
    (one) => one.id === WITHDRAWALS_ARTICLE && one.language === language,
  );
  expect(article?.content.split('<li>').filter((item) => HOURS.test(item))).toHaveLength(1);
});

test('the documents name the hours of the constant', () => {
  const lines = ['ERRORS.md', 'THREATS.md']
    .flatMap((name) => readFileSync(path.join(DOCS, name), 'utf8').split('\n'))
    .flatMap((line) => line.split(/[.;:|] /))
    .filter((part) => /\d+ hours after a change of security|back for \d+ hours/.test(part));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line).toMatch(HOURS);
});
