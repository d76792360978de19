import { expect, it, vi } from 'vitest';
import { asCsv, asJson, readPart } from './own-data.ts';

const PAGES = [
  { head: ['id', 'amount'], rows: [['1', '-1.5'], ['2', '3']], next: '2' },
  { head: ['id', 'amount'], rows: [['3', '=cmd()']], next: '' },
];

it('is read to its end, page by page', async () => {
  const read = vi.fn((_part: string, after: string) => Promise.resolve(after === '' ? PAGES[0] : PAGES[1]) as Promise<(typeof PAGES)[number]>);
  const part = await readPart('statement', read);
  expect(read.mock.calls).toEqual([['statement', ''], ['statement', '2']]);
  expect(part.rows).toHaveLength(3);
  expect(asCsv(part)).toBe("id,amount\r\n1,-1.5\r\n2,3\r\n3,'=cmd()\r\n");
  expect(JSON.parse(asJson([part], '2026-01-01T00:00:00.000Z'))).toEqual({ made_time: '2026-01-01T00:00:00.000Z', statement: [{ id: '1', amount: '-1.5' }, { id: '2', amount: '3' }, { id: '3', amount: '=cmd()' }] });
});
