import VoteIcon from '@mui/icons-material/HowToVoteOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { timeOf } from '../shared/time-of.ts';
import { VoteCreate } from './vote-form.tsx';
import { VoteList } from './vote-list.tsx';

export const votesResource: OfficeResource = {
  name: 'votes',
  permission: 'markets.write',
  options: { label: 'Votes' },
  icon: VoteIcon,
  list: VoteList,
  create: VoteCreate,
  recordRepresentation: 'title',
  calls: {
    list: ({ signal }) => call('GET /office/api/votes', {}, { signal }),
    create: (data) => call('POST /office/api/vote_open', roundOf(data)),
  },
};

function roundOf(data: Fields) {
  const { title, about, options } = data as {
    readonly title: string;
    readonly about?: string | null;
    readonly options: string;
  };
  return {
    title,
    about: (about ?? '').replaceAll('\n', ' '),
    options,
    start_ms: timeOf(data['start']) ?? 0,
    end_ms: timeOf(data['end']) ?? 0,
  };
}
