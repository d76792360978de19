interface Room {
  /** Least distance of two labels. */
  readonly gap: number;
  /** Of the chart: no label is pushed over its foot. */
  readonly height: number;
}

/**
 * Heights of labels, in pixels from the top, in the order of their lines and without covering each
 * other: a label is pushed down, and up again where there is no room below.
 * @param wanted heights of the lines by id
 */
export function spreadLabels(
  wanted: ReadonlyMap<string, number>,
  { gap, height }: Room,
): ReadonlyMap<string, number> {
  const placed = [...wanted].sort(([, one], [, other]) => one - other);
  let least = Number.NEGATIVE_INFINITY;
  const down = placed.map(([id, y]): [string, number] => {
    const free = Math.max(y, least);
    least = free + gap;
    return [id, free];
  });
  let most = Math.max(height - gap / 2, ...wanted.values());
  return new Map(
    down.reverse().map(([id, y]) => {
      const free = Math.min(y, most);
      most = free - gap;
      return [id, free];
    }),
  );
}
