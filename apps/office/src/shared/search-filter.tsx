import { SearchInput } from 'react-admin';

/**
 * The search field of a list, always shown.
 * @param what the fields that it searches
 */
export function searchFilter(what: string) {
  return (
    <SearchInput
      key="q"
      source="q"
      alwaysOn
      placeholder={what}
      slotProps={{ htmlInput: { 'aria-label': 'Search' } }}
      sx={{ width: { xs: '100%', sm: 360 } }}
    />
  );
}
