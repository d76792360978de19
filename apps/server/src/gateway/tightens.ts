/**
 * Recognises changes that make nothing looser: few, and plain to see. A doubtful change is not one
 * of them.
 */

/**
 * Whether nothing changes but flags that go from open to closed, and at least one does.
 * @param flags fields of the record that are true where something is open
 */
export function onlyCloses(
  ...flags: readonly string[]
): (change: { readonly before: unknown; readonly after: unknown }) => boolean {
  return onlyGoesDown(Object.fromEntries(flags.map((flag) => [flag, [false, true]])));
}

/**
 * Whether nothing changes but fields whose values go down, and at least one does.
 * @param orders of each such field its values, the tightest first
 */
export function onlyGoesDown(
  orders: Readonly<Record<string, readonly unknown[]>>,
): (change: { readonly before: unknown; readonly after: unknown }) => boolean {
  return ({ before, after }) => {
    if (!isRecord(before) || !isRecord(after)) return false;
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = names.filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    return (
      changed.length > 0 &&
      changed.every((name) => isDown(orders[name] ?? [], before[name], after[name]))
    );
  };
}

function isDown(order: readonly unknown[], was: unknown, is: unknown): boolean {
  return order.includes(was) && order.includes(is) && order.indexOf(is) < order.indexOf(was);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
