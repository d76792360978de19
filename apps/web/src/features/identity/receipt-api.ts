import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';
import type { Receipt } from './model/receipt.ts';

const fetchReceipt = apiCall('POST /api/user/cash_info');
const sendReceipt = apiCall('POST /api/user/cash_save');

type WireReceipt = Output<'POST /api/user/cash_info'>;

/** Acceptors read the same answer under the same key, in their words. */
export const receiptQuery = queryOptions({
  queryKey: [OWN, 'receipt'],
  queryFn: ({ signal }) => fetchReceipt({}, { signal }),
  select: receiptOf,
});

export function saveReceipt(receipt: Receipt): Promise<string> {
  return sendReceipt(wireReceipt(receipt));
}

/** Shows a receipt that has just been saved. */
export function keepReceipt(client: QueryClient, saved: Receipt): void {
  client.setQueryData(receiptQuery.queryKey, wireReceipt(saved));
}

function receiptOf(row: WireReceipt): Receipt {
  return {
    realName: row.real_name,
    bankName: row.bank_name,
    bankAccount: row.bank_account,
    alipayAccount: row.alipay_account,
    wechatNickname: row.wechat_nickname,
    wechatAccount: row.wechat_account,
  };
}

function wireReceipt(receipt: Receipt): WireReceipt {
  return {
    real_name: receipt.realName,
    bank_name: receipt.bankName,
    bank_account: receipt.bankAccount,
    alipay_account: receipt.alipayAccount,
    wechat_nickname: receipt.wechatNickname,
    wechat_account: receipt.wechatAccount,
  };
}
