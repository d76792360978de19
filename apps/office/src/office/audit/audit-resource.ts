import HistoryIcon from '@mui/icons-material/FactCheckOutlined';
import { call } from '../../http.ts';
import type { OfficeResource } from '../../resource.ts';
import { AuditList } from './audit-list.tsx';

export const auditResource: OfficeResource = {
  name: 'audit',
  permission: 'audit.read',
  options: { label: 'Audit log' },
  icon: HistoryIcon,
  list: AuditList,
  calls: {
    list: ({ page, filter, signal }) =>
      call('GET /office/api/audit', { page, q: filter['q'] ?? '' }, { signal }),
  },
};
