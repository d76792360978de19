import { expect, test } from 'vitest';
import { PALETTES as WEB } from '../../web/src/shared/styles/tokens.ts';
import { PALETTES } from './theme.ts';

test.each(['night', 'day'] as const)('%s: the colours are those of the customers', (theme) => {
  expect(WEB[theme]).toMatchObject(PALETTES[theme]);
});
