import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TimerHeap } from './timer-heap.ts';

it('gives what is due before a time, soonest first and then by number', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 200 }), fc.nat(60), (dues, timeMs) => {
      const heap = new TimerHeap();
      dues.forEach((due, id) => heap.add(due, id));
      const taken: number[] = [];
      for (let id = heap.takeBefore(timeMs); id >= 0; id = heap.takeBefore(timeMs)) taken.push(id);
      const expected = dues.map((due, id) => ({ due, id })).filter(({ due }) => due < timeMs);
      expect(taken).toEqual(
        expected.sort((a, b) => a.due - b.due || a.id - b.id).map(({ id }) => id),
      );
      expect(heap.size).toBe(dues.length - expected.length);
    }),
  );
});
