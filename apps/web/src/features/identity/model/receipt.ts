/** Payment accounts of a user; '' for a missing field. */
export type Receipt = Record<ReceiptField, string>;
export type ReceiptField =
  'realName' | 'bankName' | 'bankAccount' | 'alipayAccount' | 'wechatNickname' | 'wechatAccount';

export const PAYMENT_WAYS = ['bank', 'alipay', 'wechat'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/** Fields of each payment method. All of a method are given, or none. */
export const WAY_FIELDS: Readonly<Record<PaymentWay, readonly ReceiptField[]>> = {
  bank: ['bankName', 'bankAccount'],
  alipay: ['alipayAccount'],
  wechat: ['wechatNickname', 'wechatAccount'],
};

const BANK_ACCOUNT = /^\d{6,40}$/;
const NAME = /^[^\p{Nd}<>]{2,80}$/u;

/** Trimmed, and without separators between digits. */
export function cleanReceipt(receipt: Receipt): Receipt {
  const trimmed = Object.fromEntries(
    Object.entries(receipt).map(([field, text]) => [field, text.trim()]),
  ) as Receipt;
  return { ...trimmed, bankAccount: trimmed.bankAccount.replace(/[\s-]/g, '') };
}

/** Whether this payment method is complete. */
export function isWaySet(receipt: Receipt, way: PaymentWay): boolean {
  const clean = cleanReceipt(receipt);
  return WAY_FIELDS[way].every(
    (field) => clean[field] !== '' && faultOf(clean, field) === undefined,
  );
}

export type ReceiptFault = 'name' | 'missing' | 'digits';

/** The error of a field; undefined if it is valid. */
export function faultOf(receipt: Receipt, field: ReceiptField): ReceiptFault | undefined {
  const clean = cleanReceipt(receipt);
  const text = clean[field];
  if (field === 'realName') return NAME.test(text) ? undefined : 'name';
  if (text === '')
    return fieldsBeside(field).some((other) => clean[other] !== '') ? 'missing' : undefined;
  return field === 'bankAccount' && !BANK_ACCOUNT.test(text) ? 'digits' : undefined;
}

/** Whether any payment method is complete. */
export function hasWay(receipt: Receipt): boolean {
  return PAYMENT_WAYS.some((way) => isWaySet(receipt, way));
}

function fieldsBeside(field: ReceiptField): readonly ReceiptField[] {
  return PAYMENT_WAYS.map((way) => WAY_FIELDS[way]).find((fields) => fields.includes(field)) ?? [];
}
