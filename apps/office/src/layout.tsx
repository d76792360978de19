import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { AppBar, Layout } from 'react-admin';

/** The frame of every page. */
export function OfficeLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Layout appBar={OfficeBar} appBarAlwaysOn>
      {children}
    </Layout>
  );
}

function OfficeBar() {
  return (
    <AppBar alwaysOn>
      {/* react-admin puts the page's title here. */}
      <Typography component="h1" variant="h6" id="react-admin-title" noWrap sx={{ flex: 1, minWidth: 0 }} />
    </AppBar>
  );
}
