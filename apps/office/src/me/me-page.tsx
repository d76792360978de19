import { Card, CardContent, Typography } from '@mui/material';
import { Title, useGetOne } from 'react-admin';
import type { Output } from '../http.ts';

type Me = Output<'GET /office/api/me'>;

/** The operator's own account. */
export function MePage() {
  const { data } = useGetOne<Me>('me', { id: 0 }, { retry: false });
  return (
    <Card sx={{ mt: 2, maxWidth: 640 }}>
      <Title title="My account" />
      <CardContent>
        <Typography variant="h6">{data?.name}</Typography>
        <Typography color="text.secondary">{data?.account}</Typography>
      </CardContent>
    </Card>
  );
}
