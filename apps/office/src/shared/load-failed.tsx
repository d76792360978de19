import { Alert, Button } from '@mui/material';

interface LoadFailedProps {
  readonly error: unknown;
  retry(): void;
}

/** The error of a failed load, with a retry button. */
export function LoadFailed({ error, retry }: LoadFailedProps) {
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <Button color="inherit" size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      {error instanceof Error ? error.message : 'This could not be loaded.'}
    </Alert>
  );
}
