import { expect, test } from 'vitest';
import { turnConfirmation, useConfirmation } from '../features/margin/draft.ts';
import { toggleFavourite, useFavourites } from '../features/market/favourites.ts';
import { changeDraft, changeTerms, useDraft } from '../features/spot/draft.ts';
import { changeLayout, useLayout } from '../features/spot/layout.ts';
import { hide, useHidden } from '../features/wallet/hidden.ts';
import {
  beginSession,
  dropSession,
  forgetEverything,
  rememberIdentity,
  useSession,
} from '../shared/session.ts';
import { turnShortcuts, useShortcutSetting } from '../shared/shortcuts/shortcuts.ts';
import { turnSound, useSounds } from '../shared/sounds.ts';
import { readStored, writeStored } from '../shared/stored.ts';

/** Stores of one person's choices, each with a change of it. */
const OWN = {
  'contracts are asked about': [useConfirmation.getState, () => turnConfirmation(false)],
  favourites: [useFavourites.getState, () => toggleFavourite('3/1')],
  'typed order': [useDraft.getState, () => changeDraft('buy', { quantity: '7' })],
  'self-trade rule': [useDraft.getState, () => changeTerms({ selfTrade: 'expireMaker' })],
  layout: [
    useLayout.getState,
    () => changeLayout((one) => ({ ...one, hasTrades: !one.hasTrades })),
  ],
  'hidden balances': [useHidden.getState, () => hide('all', true)],
  keys: [useShortcutSetting.getState, () => turnShortcuts(false)],
  sounds: [useSounds.getState, () => turnSound('fills', true)],
} as const satisfies Record<string, readonly [() => object, () => void]>;

test.each(Object.entries(OWN))(
  '%s: a session that runs out keeps it, and logging out leaves nothing to the next person',
  (_name, [read, change]) => {
    const first = read();
    beginSession('a token');
    change();
    const changed = read();
    expect(changed).not.toEqual(first);
    dropSession();
    expect(read()).toEqual(changed);
    forgetEverything();
    expect(read()).toEqual(first);
  },
);

const LIN = { id: 7, accountNumber: '10000000007', referralCode: 'A', isSeller: false };
const MEI = { ...LIN, id: 8, accountNumber: '10000000008', referralCode: 'B' };

test.each(Object.entries(OWN))(
  '%s: after a session that ran out, the same person finds it, and another one does not',
  (_name, [read, change]) => {
    forgetEverything();
    const first = read();
    beginSession('of Lin');
    rememberIdentity(LIN);
    change();
    const changed = read();
    dropSession();
    beginSession('of Lin again');
    rememberIdentity(LIN);
    expect(read()).toEqual(changed);
    dropSession();
    beginSession('of Mei');
    rememberIdentity(MEI);
    expect(read()).toEqual(first);
    expect(useSession.getState()).toMatchObject({ token: 'of Mei', userId: '8' });
    expect(readStored('token')).toBe('of Mei');
    forgetEverything();
  },
);

test('another person keeps the language and the colours of the browser', () => {
  beginSession('of Lin');
  rememberIdentity(LIN);
  writeStored('locale', 'ko');
  writeStored('nightMode', '1');
  dropSession();
  beginSession('of Mei');
  rememberIdentity(MEI);
  expect([readStored('locale'), readStored('nightMode')]).toEqual(['ko', '1']);
  forgetEverything();
  expect([readStored('locale'), readStored('nightMode')]).toEqual([undefined, undefined]);
});
