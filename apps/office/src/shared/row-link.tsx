import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin';

interface RowLinkProps {
  readonly to: 'show' | 'edit';
  readonly children: ReactNode;
}

/**
 * Links a row to its page. A click anywhere in the row does the same, but only a link can be
 * reached by the keyboard.
 */
export function RowLink({ to, children }: RowLinkProps) {
  const record = useRecordContext();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (record === undefined || resource === undefined) return children;
  return (
    <Link
      href={`#${createPath({ resource, id: record.id, type: to })}`}
      color="inherit"
      underline="hover"
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}
