import { TEST_FIELDS } from '../test-exchange.ts';

/** For tests: an old saved bank account of a user. */
export function paidTo(user: number, bank_account: string) {
  const unused = {
    alipay_account: '',
    wechat_nickname: '',
    wechat_account: '',
    alipay_since: null,
    wechat_since: null,
  };
  return TEST_FIELDS.seal('payment_methods', user, {
    user_id: BigInt(user),
    real_name: 'Somebody',
    bank_name: 'Bank',
    bank_account,
    bank_since: new Date(0),
    updated_at: new Date(0),
    ...unused,
  });
}
