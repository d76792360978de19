import { expect, test } from 'vitest';
import { subjectWords } from './subject-words.ts';

test.each([
  ['user 100000', 'Customer 100000'],
  ['0 users', 'Nobody'],
  ['2 users from 100000 to 100001', '2 customers, 100000 to 100001'],
  ['setting daily_limit_1', 'Setting Daily withdrawals of level 1'],
  ['network erc20', 'Network Ethereum, ERC-20'],
  ['call /office/api/withdrawal_decide', 'withdrawal decide'],
  ['all currencies', 'All currencies'],
  ['proposal 6', 'Proposal 6'],
])('%s is told as %s', (subject, words) => expect(subjectWords(subject)).toBe(words));
