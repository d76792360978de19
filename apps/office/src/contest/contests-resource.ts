import ContestIcon from '@mui/icons-material/EmojiEventsOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { timeOf } from '../shared/time-of.ts';
import { ContestCreate, ContestEdit } from './contest-form.tsx';
import { ContestList } from './contest-list.tsx';
import { prizeRows, prizeText, type PrizeRow } from './contest-words.ts';

export const contestsResource: OfficeResource = {
  name: 'contests',
  permission: 'contracts.read',
  options: { label: 'Contests' },
  icon: ContestIcon,
  list: ContestList,
  edit: ContestEdit,
  create: ContestCreate,
  recordRepresentation: 'name',
  calls: {
    list: ({ page, signal }) => call('GET /office/api/contests', { page }, { signal }),
    one: async (id, signal) => {
      const [contest] = (await call('GET /office/api/contests', { id: Number(id) }, { signal }))
        .list;
      if (contest === undefined) throw new Error('This contest is not there.');
      return {
        ...contest,
        start: new Date(contest.start_ms),
        end: new Date(contest.end_ms),
        prizes: prizeRows(contest.prizes),
      };
    },
    create: (data) => call('POST /office/api/contest_save', seasonOf(data)),
    update: (id, data) =>
      call('POST /office/api/contest_save', { id: Number(id), ...seasonOf(data) }),
  },
};

function seasonOf(data: Fields) {
  const { name, start_balance, prizes } = data as {
    readonly name: string;
    readonly start_balance: string;
    readonly prizes?: readonly PrizeRow[] | null;
  };
  return {
    name,
    start_balance,
    start_ms: timeOf(data['start']) ?? 0,
    end_ms: timeOf(data['end']) ?? 0,
    prizes: prizeText(prizes ?? []),
  };
}
