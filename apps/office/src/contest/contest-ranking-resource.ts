import RankingIcon from '@mui/icons-material/LeaderboardOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { ContestRankingList } from './contest-ranking-list.tsx';

export const contestRankingResource: OfficeResource = {
  name: 'contest-ranking',
  permission: 'contracts.read',
  options: { label: 'Contest ranking' },
  icon: RankingIcon,
  list: ContestRankingList,
  calls: {
    list: ({ page, filter: { contest = '' }, signal }) =>
      call(
        'GET /office/api/contest_ranking',
        { page, ...(contest === '' ? {} : { contest: Number(contest) }) },
        { signal },
      ),
  },
};
