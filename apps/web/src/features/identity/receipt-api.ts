import type { cashInfo, cashSave } from '@meridian/contract/identity/calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchReceipt = apiCall<typeof cashInfo>({ method: 'POST', path: '/api/user/cash_info' });
export const saveReceipt = apiCall<typeof cashSave>({
  method: 'POST',
  path: '/api/user/cash_save',
});

export const receiptQuery = queryOptions({
  queryKey: [OWN, 'receipt'],
  queryFn: ({ signal }) => fetchReceipt({}, { signal }),
});
