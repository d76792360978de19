import ClaimIcon from '@mui/icons-material/ReceiptLongOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { ClaimList } from './claim-list.tsx';
import type { Claim, Network } from './custody-words.ts';

export const claimsResource: OfficeResource = {
  name: 'claims',
  permission: 'custody.read',
  options: { label: 'Deposit claims' },
  icon: ClaimIcon,
  list: ClaimList,
  calls: {
    list: ({ page, filter: { status = 'all', q, network }, signal }) =>
      call(
        'GET /office/api/claims',
        {
          page,
          ...(q === undefined ? {} : { q }),
          ...(network === undefined || network === ''
            ? {}
            : { network: network as Network['name'] }),
          ...(status === 'all' ? {} : { status: status as Claim['status'] }),
        },
        { signal },
      ),
  },
};
