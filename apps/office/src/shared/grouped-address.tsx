import { Box } from '@mui/material';
import { groupsOf } from '@meridian/contract/custody/address-groups';
import { Fragment } from 'react';

/**
 * A whole address in groups that can be compared one by one. Taken as text it is the address,
 * without spaces.
 */
export function GroupedAddress({ address }: { readonly address: string }) {
  return (
    <Box component="code" sx={{ overflowWrap: 'normal', fontFamily: 'monospace' }}>
      {groupsOf(address).map((group, index) => (
        // Two groups of an address may be alike, and none ever moves.
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
