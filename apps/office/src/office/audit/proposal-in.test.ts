import { expect, test } from 'vitest';
import { proposalIn } from './proposal-in.ts';

test('an entry that proposes a change is read as that change', () => {
  const after = JSON.stringify({
    does: 'setting.save',
    to: 'setting daily_limit_1',
    becomes: '3000',
    reason: 'Asked for',
  });
  expect(proposalIn({ action: 'proposal.make', before: '"2000"', after })).toEqual({
    action: 'setting.save',
    subject: 'setting daily_limit_1',
    before: '"2000"',
    after: '"3000"',
    reason: 'Asked for',
  });
});

test('other entries, and what cannot be read, are none', () => {
  expect(proposalIn({ action: 'setting.save', before: '', after: '{}' })).toBeUndefined();
  expect(proposalIn({ action: 'proposal.make', before: '', after: 'oops {' })).toBeUndefined();
  expect(proposalIn({ action: 'proposal.make', before: '', after: 'null' })).toBeUndefined();
});
