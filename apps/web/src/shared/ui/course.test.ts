import fc from 'fast-check';
import { expect, test } from 'vitest';
import { courseOf, HEIGHT, WIDTH } from './course.ts';

test('the highest price is on top, the newest at the right', () => {
  expect(courseOf(['100', '110', '105.5'])).toEqual({
    path: 'M0.0 38.0L120.0 2.0L240.0 18.2',
    change: '5.50',
  });
});

test('a fall has a minus, and what is under a hundredth of a percent is none', () => {
  expect(courseOf(['200', '150'])?.change).toBe('-25.00');
  expect(courseOf(['100000', '100000.01'])?.change).toBe('0.00');
});

test('what falls to nothing is a course', () =>
  expect(courseOf(['8', '0'])?.change).toBe('-100.00'));

test('a level course is a line in the middle', () =>
  expect(courseOf(['7', '7', '7'])).toEqual({
    path: 'M0.0 20.0L120.0 20.0L240.0 20.0',
    change: '0.00',
  }));

test.each([[[]], [['1']], [['1', '']], [['1', 'x']], [['0', '1']], [['-1', '1']], [['1', 'NaN']]])(
  '%j is no course',
  (closes) => expect(courseOf(closes)).toBeUndefined(),
);

test('every course lies inside its box, from edge to edge', () => {
  const price = fc
    .bigInt({ min: 1n, max: 10n ** 18n })
    .map((units) => `${units / 10n ** 8n}.${(units % 10n ** 8n).toString().padStart(8, '0')}`);
  fc.assert(
    fc.property(fc.array(price, { minLength: 2, maxLength: 200 }), (closes) => {
      const points = (courseOf(closes)?.path ?? '')
        .slice(1)
        .split('L')
        .map((point) => point.split(' ').map(Number));
      expect(points).toHaveLength(closes.length);
      expect(points[0]?.[0]).toBe(0);
      expect(points.at(-1)?.[0]).toBe(WIDTH);
      for (const [x = NaN, y = NaN] of points)
        expect(x >= 0 && x <= WIDTH && y >= 2 && y <= HEIGHT - 2).toBe(true);
    }),
  );
});
