interface Place {
  readonly x: number;
  readonly y: number;
}

/** Whether a place is at most `reach` pixels from a line through points. */
export function isNearLine(place: Place, points: readonly Place[], reach: number): boolean {
  return points.some((end, at) => {
    const start = points[at - 1];
    return start !== undefined && distanceTo(place, start, end) <= reach;
  });
}

/** Distance of a place from the nearest place between two points. */
function distanceTo({ x, y }: Place, start: Place, end: Place): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((x - start.x) * dx + (y - start.y) * dy) / length;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(x - start.x - share * dx, y - start.y - share * dy);
}
