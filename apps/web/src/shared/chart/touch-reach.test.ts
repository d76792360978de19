import { expect, test, vi } from 'vitest';
import { widenReach } from './touch-reach.ts';

// The library asks for the system of the browser when it is loaded.
vi.stubGlobal('window', { navigator: { userAgent: '' } });
const { getFigureClass, registerFigure } = await import('klinecharts');

/** Whether the library takes a place for one on a figure. */
function isOn(name: string, attrs: unknown, place: { x: number; y: number }): boolean {
  const Figure = getFigureClass(name) ?? expect.fail(`no figure ${name}`);
  const figure = new Figure({ name, attrs, styles: {} }) as unknown as {
    checkEventOn: (at: typeof place) => boolean;
  };
  return figure.checkEventOn(place);
}

const LINE = {
  coordinates: [
    { x: 0, y: 50 },
    { x: 100, y: 50 },
  ],
};
const POINT = { x: 50, y: 50, r: 6 };

test('a finger holds a line and a point from twelve pixels, which a pointer has to touch', () => {
  const near = { x: 50, y: 61 };
  expect([isOn('line', LINE, near), isOn('circle', POINT, near)]).toEqual([false, false]);
  widenReach(getFigureClass, registerFigure);
  expect([isOn('line', LINE, near), isOn('circle', POINT, near)]).toEqual([true, true]);
  expect(isOn('line', [LINE], near)).toBe(true);
  const far = { x: 50, y: 63 };
  expect([isOn('line', LINE, far), isOn('circle', POINT, far)]).toEqual([false, false]);
  expect(isOn('circle', { ...POINT, r: 20 }, far)).toBe(true);
});
