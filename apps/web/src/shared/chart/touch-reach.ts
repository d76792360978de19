import type { CircleAttrs, getFigureClass, LineAttrs, registerFigure } from 'klinecharts';
import { isNearLine } from './near-line.ts';

/** Pixels from a line, and from the middle of a point, within which a finger holds a drawing. */
const REACH = 12;

/**
 * Lets a finger hold drawings that it comes near to. The chart library wants it within two pixels
 * of a line; its figures can be registered anew, and are drawn as before.
 * @param classOf the library's functions, so that this file is fetched without the library
 */
export function widenReach(classOf: typeof getFigureClass, register: typeof registerFigure): void {
  const widen = <Attrs>(name: string, isNear: (place: Place, attrs: Attrs) => boolean): void => {
    const Figure = classOf<Attrs | Attrs[]>(name);
    if (Figure === null) return;
    register<Attrs | Attrs[]>({
      name,
      draw: (canvas, attrs, styles) => new Figure({ name, attrs, styles }).draw(canvas),
      checkEventOn: (place, attrs) =>
        (Array.isArray(attrs) ? attrs : [attrs]).some((each) => isNear(place, each)),
    });
  };
  widen<LineAttrs>('line', (place, { coordinates }) => isNearLine(place, coordinates, REACH));
  widen<CircleAttrs>(
    'circle',
    (place, { x, y, r }) => Math.hypot(place.x - x, place.y - y) <= Math.max(r, REACH),
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}
