import { SearchInput } from 'react-admin';

/** The search of a list, as a filter that always shows. @param what can be looked for */
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
