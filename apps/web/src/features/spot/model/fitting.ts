/**
 * Which of some choices in a line stand in it, from the first on: all where there is room, else
 * the chosen one and those before the first that would be cut.
 * @param widths of the choices, in pixels
 */
export function fitting(
  widths: readonly number[],
  { chosen, room, gap }: { readonly chosen: number; readonly room: number; readonly gap: number },
): readonly boolean[] {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return widths.map(() => true);
  let left = room - (widths[chosen] ?? 0);
  let isFull = false;
  return widths.map((width, at) => {
    if (at === chosen) return true;
    left -= width + gap;
    isFull ||= left < 0;
    return !isFull;
  });
}
