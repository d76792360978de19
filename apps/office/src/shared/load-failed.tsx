import { Alert, Button } from '@mui/material';

interface LoadFailedProps {
  readonly error: unknown;
  retry(): void;
}

/** Why something is not there, and the way to try again. */
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
