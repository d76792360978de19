import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, SaveButton, Toolbar, useCreatePath, useResourceContext } from 'react-admin';

/** The card around a form, as wide as its fields. */
export const FORM_CARD = { '& .RaEdit-card, & .RaCreate-card': { maxWidth: 960 } };

interface FormToolbarProps {
  readonly saveLabel?: string;
  /** What stands at the right: taking it away. */
  readonly children?: ReactNode;
}

/** What ends a form: save, back to the list. */
export function FormToolbar({ saveLabel = 'Save', children }: FormToolbarProps) {
  const resource = useResourceContext() ?? '';
  const toList = useCreatePath()({ resource, type: 'list' });
  return (
    <Toolbar sx={{ gap: 1, px: 2, bgcolor: 'background.paper' }}>
      <SaveButton label={saveLabel} />
      <Button component={Link} to={toList} sx={{ mr: 'auto' }}>
        Cancel
      </Button>
      {children}
    </Toolbar>
  );
}
