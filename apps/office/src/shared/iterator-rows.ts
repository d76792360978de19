/**
 * Rows of an array input: so many fields side by side where the width allows. The remove button of
 * a row stays visible without hovering.
 */
export function rowsOfFields(fields: number) {
  return {
    '& .RaSimpleFormIterator-inline': {
      display: 'grid',
      gridTemplateColumns: { sm: `repeat(${fields}, minmax(0, 1fr))` },
      width: '100%',
    },
    '& .RaSimpleFormIterator-form': { flex: 1, minWidth: 0 },
    '& .RaSimpleFormIterator-action': { visibility: 'visible' },
  };
}
