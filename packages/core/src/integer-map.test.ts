import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IntegerMap } from './integer-map.ts';

describe('IntegerMap', () => {
  it('answers like a Map, whatever is set and deleted in whatever order', () => {
    const key = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 48 }));
    const step = fc.record({
      key,
      remove: fc.boolean(),
      value: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4000 }), (steps) => {
        const map = new IntegerMap();
        const model = new Map<number, number>();
        for (const { key: k, remove, value } of steps) {
          if (remove) {
            map.delete(k);
            model.delete(k);
          } else {
            map.set(k, value);
            model.set(k, value);
          }
        }
        expect(map.size).toBe(model.size);
        for (const { key: k } of steps) expect(map.get(k)).toBe(model.get(k) ?? -1);
      }),
    );
  });

  it('keeps every key while it grows far beyond its first capacity', () => {
    const map = new IntegerMap();
    for (let key = 0; key < 50_000; key++) map.set(key * 4096, key);
    for (let key = 0; key < 50_000; key += 2) map.delete(key * 4096);
    for (let key = 0; key < 50_000; key++)
      expect(map.get(key * 4096)).toBe(key % 2 === 0 ? -1 : key);
  });
});
