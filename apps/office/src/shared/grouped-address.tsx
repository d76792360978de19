import { Box } from '@mui/material';
import { groupsOf } from '@meridian/contract/custody/address-groups';
import { Fragment } from 'react';

/** A whole address in groups for comparison one by one. Copied text has no spaces. */
export function GroupedAddress({ address }: { readonly address: string }) {
  return (
    <Box component="code" sx={{ overflowWrap: 'normal', fontFamily: 'monospace' }}>
      {groupsOf(address).map((group, index) => (
        // Groups can repeat, and their order never changes.
        <Fragment key={index}>
          <Box component="span" sx={{ mr: '0.75ch', whiteSpace: 'nowrap' }}>
            {group}
          </Box>
          <wbr />
        </Fragment>
      ))}
    </Box>
  );
}
