import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, SaveButton, Toolbar, useCreatePath, useResourceContext } from 'react-admin';

/** Limits the card of a form to the width of its fields. */
export const FORM_CARD = { '& .RaEdit-card, & .RaCreate-card': { maxWidth: 960 } };

interface FormToolbarProps {
  readonly saveLabel?: string;
  /** Content at the right: the delete button. */
  readonly children?: ReactNode;
}

/** The buttons below a form: save, back to the list. */
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
