import type { Input } from '@meridian/contract/client/named-calls';
import { call } from '../../http.ts';
import type { OfficeResource } from '../../resource.ts';
import { ProposalIcon } from './proposal-icon.tsx';
import { ProposalList } from './proposal-list.tsx';

type State = Input<'GET /office/api/proposals'>['state'];

export const proposalsResource: OfficeResource = {
  name: 'proposals',
  permission: 'proposals.read',
  options: { label: 'Proposals' },
  icon: ProposalIcon,
  list: ProposalList,
  calls: {
    list: ({ page, filter: { state = 'all', subject }, signal }) =>
      call(
        'GET /office/api/proposals',
        {
          page,
          ...(state === 'all' ? {} : { state: state as NonNullable<State> }),
          ...(typeof subject === 'string' ? { subject } : {}),
        },
        { signal },
      ),
  },
};
