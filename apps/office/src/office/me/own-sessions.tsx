import type { Output } from '@meridian/contract/client/named-calls';
import { Box, Button, Chip, ListItem, ListItemText } from '@mui/material';
import { call } from '../../http.ts';
import { Panel } from '../../shared/panel.tsx';
import { useAction } from '../../shared/use-action.ts';

type Session = Output<'GET /office/api/me'>['sessions'][number];

/** Sessions of the operator. */
export function OwnSessions({ sessions }: { readonly sessions: readonly Session[] }) {
  const { isBusy, run } = useAction();
  const end = (id: string): void =>
    void run(() => call('POST /office/api/own_session_end', { id }));
  return (
    <Panel title="Sessions">
      <Box component="ul" sx={{ m: 0, p: 0, pb: 1, listStyle: 'none' }}>
        {sessions.map(({ id, device, address, created_time, last_used_time, is_current }) => (
          <ListItem key={id} sx={{ gap: 2, flexWrap: 'wrap' }}>
            <ListItemText
              sx={{ flex: '1 1 200px' }}
              primary={`${device === '' ? 'Unknown program' : device}, ${address}`}
              secondary={`Since ${created_time}, last used ${last_used_time}`}
            />
            {is_current ? (
              <Chip label="This one" color="success" />
            ) : (
              <Button
                variant="outlined"
                color="error"
                onClick={() => end(id)}
                disabled={isBusy}
                aria-label={`End the session of ${created_time}`}
              >
                End
              </Button>
            )}
          </ListItem>
        ))}
      </Box>
    </Panel>
  );
}
