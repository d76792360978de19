import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { AppBar, Layout, UserMenu, useGetIdentity } from 'react-admin';
import { CodeDialog } from './code-dialog.tsx';
import { ProposalReasonDialog } from './shared/proposal-reason-dialog.tsx';

/** The frame of every page. */
export function OfficeLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Layout appBar={OfficeBar} appBarAlwaysOn>
      {children}
      <ProposalReasonDialog />
      <CodeDialog />
    </Layout>
  );
}

function OfficeBar() {
  const { identity } = useGetIdentity();
  return (
    <AppBar alwaysOn userMenu={<UserMenu label={identity?.fullName ?? 'Who I am'} />}>
      {/* react-admin renders the page's title here. */}
      <Typography
        component="h1"
        variant="h6"
        id="react-admin-title"
        noWrap
        sx={{ flex: 1, minWidth: 0 }}
      />
      {/* Calls answer with times of that zone, not of the browser's. */}
      <Typography variant="body2" noWrap sx={{ flex: 'none', mx: { xs: 0.5, sm: 1 } }}>
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {'Times: '}
        </Box>
        UTC+8
      </Typography>
    </AppBar>
  );
}
