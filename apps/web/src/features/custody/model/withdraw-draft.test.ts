import { beforeEach, expect, test, vi } from 'vitest';
import { keepDraft, readDraft } from './withdraw-draft.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const OWN = { user: '7', currency: 3, network: 'erc20' } as const;
const DRAFT = { address: '0x42', amount: '50' };

test('a draft is read again by its owner, for its coin and network', () => {
  keepDraft(OWN, DRAFT);
  expect(readDraft(OWN)).toEqual(DRAFT);
  for (const other of [{ user: '8' }, { currency: 2 }, { network: 'trc20' }, { user: undefined }])
    expect(readDraft({ ...OWN, ...other })).toEqual({ address: '', amount: '' });
});

test('nothing but address and amount is kept, of nobody nothing, and an empty one is removed', () => {
  keepDraft(OWN, { ...DRAFT, code: '123456' } as typeof DRAFT);
  keepDraft({ ...OWN, user: undefined }, DRAFT);
  expect([...kept.values()]).toEqual(['{"address":"0x42","amount":"50"}']);
  keepDraft(OWN, { address: '', amount: '' });
  expect(kept.size).toBe(0);
});

test('what cannot be read, and a browser that stores nothing, are an empty draft', () => {
  keepDraft(OWN, DRAFT);
  for (const key of kept.keys()) kept.set(key, '{"address":5,"amount":');
  expect(readDraft(OWN)).toEqual({ address: '', amount: '' });
  vi.stubGlobal('sessionStorage', undefined);
  keepDraft(OWN, DRAFT);
  expect(readDraft(OWN)).toEqual({ address: '', amount: '' });
});
