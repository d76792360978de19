import { expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

it('item 35: formulas are made harmless, numbers stay numbers', () => {
  expect(csvText([['=cmd()', '-1.50', '-1+2', '@x', '+3', 'a,"b"']])).toBe(
    '\'=cmd(),-1.50,\'-1+2,\'@x,\'+3,"a,""b"""\r\n',
  );
});
