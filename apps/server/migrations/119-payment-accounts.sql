-- Since when each account is the one that a person is paid to: a sale pays to none that is new. Null where there is none.
alter table payment_methods
  add column bank_since timestamptz,
  add column alipay_since timestamptz,
  add column wechat_since timestamptz;
update payment_methods set
  bank_since = case when bank_account <> '' then updated_at end,
  alipay_since = case when alipay_account <> '' then updated_at end,
  wechat_since = case when wechat_account <> '' then updated_at end;
