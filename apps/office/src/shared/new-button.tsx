import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { Link, useCreatePath, useResourceContext } from 'react-admin';

/**
 * Links to the form of a new record. On a narrow screen too it is above the list and covers
 * nothing.
 */
export function NewButton({ label }: { readonly label: string }) {
  const resource = useResourceContext() ?? '';
  const toForm = useCreatePath()({ resource, type: 'create' });
  return (
    <Button component={Link} to={toForm} size="small" startIcon={<AddIcon />}>
      {label}
    </Button>
  );
}
