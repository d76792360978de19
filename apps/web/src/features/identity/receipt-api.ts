import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchReceipt = apiCall('POST /api/user/cash_info');
export const saveReceipt = apiCall('POST /api/user/cash_save');

export const receiptQuery = queryOptions({
  queryKey: [OWN, 'receipt'],
  queryFn: ({ signal }) => fetchReceipt({}, { signal }),
});
