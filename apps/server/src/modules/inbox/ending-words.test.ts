import type { MarginOrderEnd } from '@meridian/core/margin/margin-events';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import { expect, test } from 'vitest';
import { isText } from '../../texts.ts';

/** Endings of an order that rested; a new ending does not compile without an entry here. */
const SPOT: Readonly<Record<CloseReason, 'told' | 'never'>> = {
  filled: 'never',
  cancelled: 'never',
  ioc: 'never',
  slippage: 'never',
  band: 'never',
  hold: 'never',
  selfTrade: 'told',
  decrement: 'told',
  outOfBand: 'told',
  operator: 'told',
  debt: 'told',
};
const CONTRACTS: Readonly<Record<MarginOrderEnd, 'told' | 'never'>> = {
  cancelled: 'never',
  liquidation: 'told',
  cover: 'told',
  margin: 'told',
  exposure: 'told',
  house: 'told',
  slippage: 'told',
  timeout: 'told',
};

test.each(
  [SPOT, CONTRACTS].flatMap((endings) =>
    Object.entries(endings).flatMap(([ending, told]) => (told === 'told' ? [ending] : [])),
  ),
)('the message of an order that ended by %s says why', (ending) => {
  expect(isText(`message.why.${ending}`)).toBe(true);
});
