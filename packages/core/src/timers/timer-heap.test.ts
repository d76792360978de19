import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TimerHeap } from './timer-heap.ts';

const entry = fc.record({ id: fc.nat(30), due: fc.option(fc.nat(50)) });

it('gives what is due before a time, soonest first and then by number; the last time set counts', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), fc.nat(60), (entries, timeMs) => {
      const heap = new TimerHeap();
      const waiting = new Map<number, number>();
      for (const { id, due } of entries)
        if (due === null) {
          heap.remove(id);
          waiting.delete(id);
        } else {
          heap.add(due, id);
          waiting.set(id, due);
        }
      expect(heap.size).toBe(waiting.size);
      const taken: number[] = [];
      for (let id = heap.takeBefore(timeMs); id >= 0; id = heap.takeBefore(timeMs)) taken.push(id);
      const expected = [...waiting].filter(([, due]) => due < timeMs);
      expect(taken).toEqual(expected.sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([id]) => id));
      expect(heap.size).toBe(waiting.size - expected.length);
    }),
  );
});
