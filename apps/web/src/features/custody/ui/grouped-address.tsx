import { Fragment } from 'react';
import { groupsOf } from '@meridian/contract/custody/address-groups';
import styles from './grouped-address.module.css';

/**
 * A whole address in groups that can be compared one by one. Taken as text it is the address,
 * without spaces.
 */
export function GroupedAddress({ address }: { readonly address: string }) {
  return (
    <code className={styles['address']}>
      {groupsOf(address).map((group, index) => (
        // Two groups of an address may be alike, and none ever moves.
        <Fragment key={index}>
          <span>{group}</span>
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
