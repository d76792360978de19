import { Tab, Tabs } from '@mui/material';
import { useListContext } from 'react-admin';

interface ListTabsProps {
  /** The filter field that the tabs set. */
  readonly source: string;
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly label: string }[];
}

/**
 * Filters a list to one queue at a time. The last tab shows all: for `all`, the list's calls leave
 * the filter out.
 */
export function ListTabs({ source, label, tabs }: ListTabsProps) {
  const list = useListContext();
  const filter = list.filterValues as Readonly<Record<string, string>>;
  return (
    <Tabs
      value={filter[source] ?? 'all'}
      onChange={(_event, wanted: string) => list.setFilters({ ...filter, [source]: wanted })}
      aria-label={label}
      variant="scrollable"
      scrollButtons={false}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map((tab) => (
        <Tab key={tab.value} value={tab.value} label={tab.label} />
      ))}
      <Tab value="all" label="All" />
    </Tabs>
  );
}
