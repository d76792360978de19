import { Button, Stack, Typography } from '@mui/material';
import { useListContext } from 'react-admin';

interface NoRowsProps {
  /** The reason why the list is empty. */
  readonly text: string;
}

/** The text of an empty list; after a search, with a button that clears the search. */
export function NoRows({ text }: NoRowsProps) {
  const list = useListContext();
  const { q, ...others } = list.filterValues as Readonly<Record<string, string | undefined>>;
  return (
    <Stack direction="row" sx={{ p: 2, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography sx={{ color: 'text.secondary' }}>
        {q === undefined ? text : `Nothing is found for “${q}”.`}
      </Typography>
      {q !== undefined && (
        <Button size="small" onClick={() => list.setFilters(others)}>
          Clear the search
        </Button>
      )}
    </Stack>
  );
}
