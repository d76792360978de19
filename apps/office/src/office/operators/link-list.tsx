import { Box, ListItem, ListItemText, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { LINK_KINDS, type OwnLink } from './link-words.ts';

interface LinkListProps<L extends OwnLink> {
  readonly links: readonly L[];
  /** The text of an empty list. */
  readonly none: string;
  noteOf(link: L): string;
  actionOf?(link: L): ReactNode;
}

/** Customers that an operator is or is close to. */
export function LinkList<L extends OwnLink>({ links, none, noteOf, actionOf }: LinkListProps<L>) {
  if (links.length === 0)
    return <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{none}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, pb: 1, listStyle: 'none' }}>
      {links.map((link) => (
        <ListItem key={`${link.kind} ${link.value}`} sx={{ gap: 2, flexWrap: 'wrap' }}>
          <ListItemText
            sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}
            primary={`${LINK_KINDS[link.kind]} ${link.value}`}
            secondary={noteOf(link)}
          />
          {actionOf?.(link)}
        </ListItem>
      ))}
    </Box>
  );
}
