import type { Output } from '@meridian/contract/client/named-calls';
import { Chip, Stack } from '@mui/material';
import { DataTable, SelectInput, TopToolbar } from 'react-admin';
import { NewButton } from '../shared/new-button.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { CATEGORIES, categoryName } from './categories.ts';

type ArticleRow = Output<'GET /office/api/articles'>['list'][number];

const FILTERS = [
  searchFilter('Title in any language'),
  <SelectInput
    key="c_id"
    source="c_id"
    label="Category"
    alwaysOn
    choices={CATEGORIES}
    emptyText="All"
    sx={{ minWidth: 176 }}
  />,
];
/** Columns that a narrow screen hides; the article shows them. */
const NARROW = {
  '& .column-id, & .column-languages, & .column-updated_time': {
    display: { xs: 'none', md: 'table-cell' },
  },
};
const Column = DataTable.Col<ArticleRow>;

/** News, banners, help and footer texts, newest first. */
export function ArticleList() {
  const actions = (
    <TopToolbar>
      <NewButton label="New article" />
    </TopToolbar>
  );
  return (
    <OfficeList title="Articles" filters={FILTERS} actions={actions}>
      <DataTable rowClick="edit" bulkActionButtons={false} sx={NARROW}>
        <Column source="id" label="Id" disableSort />
        <Column
          source="title"
          label="Title"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ title }) => <RowLink to="edit">{title}</RowLink>}
        />
        <Column
          source="c_id"
          label="Category"
          disableSort
          render={({ c_id }) => categoryName(c_id)}
        />
        <Column
          source="languages"
          label="Languages"
          disableSort
          render={({ languages }) => <LanguageChips languages={languages} />}
        />
        <Column source="updated_time" label="Changed" disableSort />
      </DataTable>
    </OfficeList>
  );
}

function LanguageChips({ languages }: { readonly languages: readonly string[] }) {
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {languages.map((language) => (
        <Chip key={language} label={language} />
      ))}
    </Stack>
  );
}
