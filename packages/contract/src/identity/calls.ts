import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Text } from '../schema/scalars.ts';

/** `review_status`: not submitted, under review, approved, rejected. */
export const REVIEW_STATUS = { none: 0, underReview: 1, approved: 2, rejected: 3 } as const;
export type ReviewStatus = (typeof REVIEW_STATUS)[keyof typeof REVIEW_STATUS];
export const DOCUMENT_TYPES = ['id_card', 'passport', 'driving_licence', 'other'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
/** An uploaded picture: most bytes, most pixels, lifetime of a link to it, uploads in a day. */
export const UPLOAD_RULES = {
  bytes: 4 * 1024 * 1024,
  pixels: 25_000_000,
  linkMinutes: 10,
  perDay: 40,
} as const;

const Picture = (what: string) => Text(200, `${what}: what the upload answered`);
const Status = Type.Enum([0, 1, 2, 3], {
  description: '0 not submitted, 1 under review, 2 approved, 3 rejected',
});

export const upload = defineCall({
  method: 'POST',
  path: '/api/upload',
  access: 'private',
  area: 'identity',
  summary: 'Takes one jpg or png of up to 4 MB, encodes it anew, keeps it private',
  input: Type.Object({}),
  multipart: true,
  cost: 10,
  output: Type.String({
    description:
      'link to the picture, which only its owner and reviewers can open, for ten minutes',
  }),
});

export const realName = defineCall({
  method: 'POST',
  path: '/api/user/real_name',
  access: 'private',
  area: 'identity',
  summary: 'Submits the identity for review (levels one and two)',
  input: Type.Object({
    name: Text(80, 'without digits'),
    card_type: Type.Optional(Type.Enum([...DOCUMENT_TYPES])),
    card_id: Text(40, 'number of the document'),
    front_pic: Picture('front of the document'),
    reverse_pic: Picture('back of the document'),
    hand_pic: Picture('the person holding it'),
  }),
  output: Type.String({ description: 'text for the person' }),
});

export const assetProof = defineCall({
  method: 'POST',
  path: '/api/user/asset_proof',
  access: 'private',
  area: 'identity',
  summary: 'Submits the proof of assets above 20 BTC for review (level three)',
  input: Type.Object({ asset_pic: Picture('screenshot of the assets') }),
  output: Type.String({ description: 'text for the person' }),
});

export const IdentityState = Type.Object({
  review_status: Status,
  reason: Type.String({ description: "why it was rejected, '' otherwise" }),
  name: Type.String({ description: "masked, '' before it was submitted" }),
  card_id: Type.String({ description: "masked, '' before it was submitted" }),
  asset_status: Status,
  asset_reason: Type.String(),
  level: Type.Integer({ description: 'verification level, 1 (none) to 3' }),
  daily_limits: Type.Array(
    Type.Object({
      level: Type.Integer(),
      usdt: Type.String({ description: "worth of a day's withdrawals in USDT, plain decimal" }),
    }),
  ),
});
export type IdentityState = Static<typeof IdentityState>;

export const identityState = defineCall({
  method: 'GET',
  path: '/api/user/identity',
  access: 'private',
  area: 'identity',
  summary: 'State of the own verification',
  input: Type.Object({}),
  output: IdentityState,
});

const CashFields = {
  real_name: Text(80),
  bank_name: Text(80),
  bank_account: Text(40, 'digits'),
  alipay_account: Text(80),
  wechat_nickname: Text(80),
  wechat_account: Text(80),
};
export const CashInfo = Type.Object(CashFields, {
  description: "how this person is paid; '' where not given",
});
export type CashInfo = Static<typeof CashInfo>;

export const cashInfo = defineCall({
  method: 'POST',
  path: '/api/user/cash_info',
  access: 'private',
  area: 'identity',
  summary: 'Own payment methods',
  input: Type.Object({}),
  output: CashInfo,
});
export const cashSave = defineCall({
  method: 'POST',
  path: '/api/user/cash_save',
  access: 'private',
  area: 'identity',
  summary:
    'Saves own payment methods. Needs a fresh proof of identity; the owner is told, and a new account receives nothing for a day',
  input: Type.Partial(CashInfo),
  output: Type.String({ description: 'text for the person' }),
});
