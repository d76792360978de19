import FaultIcon from '@mui/icons-material/ReportGmailerrorredOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { FaultList } from './fault-list.tsx';
import type { EngineFault } from './fault-words.ts';

export const faultsResource: OfficeResource = {
  name: 'faults',
  permission: 'audit.read',
  options: { label: 'Faults' },
  icon: FaultIcon,
  list: FaultList,
  calls: {
    list: ({ page, filter: { q = '', state = 'all' }, signal }) =>
      call(
        'GET /office/api/faults',
        { page, q, ...(state === 'all' ? {} : { state: state as EngineFault['state'] }) },
        { signal },
      ),
  },
};
