/**
 * `type` of an answer that is not `ok`. 999: log in (again). 998: verify your identity first. 997:
 * complete your settings first.
 */
export type ErrorType = 'error' | '999' | '998' | '997';
/**
 * `rejection`: the core refused the command. `refusal`: the gateway refused the call. `fault`: the
 * environment failed.
 */
export type ErrorKind = 'rejection' | 'refusal' | 'fault';

export interface ErrorEntry {
  readonly kind: ErrorKind;
  readonly type: ErrorType;
  /** HTTP status. A business outcome is a 200, as clients of this contract expect. */
  readonly status: 200 | 400 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 431 | 500 | 503;
}

const REJECTION = { kind: 'rejection', type: 'error', status: 200 } as const;
const REFUSAL = { kind: 'refusal', type: 'error', status: 200 } as const;
const LOGIN = { kind: 'refusal', type: '999', status: 200 } as const;
const FAULT = { kind: 'fault', type: 'error', status: 503 } as const;

function transport<S extends ErrorEntry['status']>(status: S) {
  return { kind: 'refusal', type: 'error', status } as const;
}

/**
 * The one catalogue of errors: every code that an answer can carry. Messages are in
 * messages/<language>.ts, see error-messages.ts. Rejections have the core's names; a test of the
 * server proves that the two lists are equal.
 */
export const ERRORS = {
  // Rejections of the core, in its order of precedence.
  malformed: REJECTION,
  idempotency_key_reused: REJECTION,
  debt_unpaid: REJECTION,
  transfer_exists: REJECTION,
  client_order_id_used: REJECTION,
  currency_unknown: REJECTION,
  currency_scale_fixed: REJECTION,
  market_unknown: REJECTION,
  market_grid_invalid: REJECTION,
  market_grid_fixed: REJECTION,
  market_closed: REJECTION,
  order_not_found: REJECTION,
  quantity_invalid: REJECTION,
  price_invalid: REJECTION,
  market_order_not_gtc: REJECTION,
  post_only_not_limit_gtc: REJECTION,
  index_unavailable: REJECTION,
  index_stale: REJECTION,
  index_thin: REJECTION,
  price_out_of_band: REJECTION,
  notional_too_small: REJECTION,
  notional_too_large: REJECTION,
  too_many_open_orders: REJECTION,
  client_order_ids_exhausted: REJECTION,
  no_liquidity: REJECTION,
  balance_insufficient: REJECTION,
  house_insufficient: REJECTION,
  amount_too_large: REJECTION,
  post_only_would_take: REJECTION,
  fill_or_kill_unfilled: REJECTION,
  network_unknown: REJECTION,
  network_fixed: REJECTION,
  network_closed: REJECTION,
  wallets_same: REJECTION,
  deposit_known: REJECTION,
  deposit_not_found: REJECTION,
  deposit_too_small: REJECTION,
  withdrawals_paused: REJECTION,
  withdrawal_to_self: REJECTION,
  withdrawal_too_small: REJECTION,
  withdrawal_too_large: REJECTION,
  withdrawal_fee_risen: REJECTION,
  withdrawals_frozen: REJECTION,
  withdrawals_held: REJECTION,
  withdrawals_under_review: REJECTION,
  withdrawal_waits: REJECTION,
  withdrawals_too_many: REJECTION,
  account_frozen: REJECTION,
  day_limit_exceeded: REJECTION,
  sale_needs_approval: REJECTION,
  withdrawal_not_found: REJECTION,
  withdrawal_not_waiting: REJECTION,
  approval_repeated: REJECTION,
  outflow_limit: REJECTION,
  escrow_not_found: REJECTION,
  seconds_closed: REJECTION,
  duration_not_offered: REJECTION,
  stake_too_small: REJECTION,
  stake_too_large: REJECTION,
  exposure_reached: REJECTION,
  insurance_fixed: REJECTION,
  insurance_closed: REJECTION,
  insured_amount_invalid: REJECTION,
  insurance_running: REJECTION,
  insurance_insufficient: REJECTION,
  insurance_not_found: REJECTION,
  leverage_not_offered: REJECTION,
  position_not_found: REJECTION,
  position_not_waiting: REJECTION,
  position_not_open: REJECTION,
  change_pending: REJECTION,
  stop_on_wrong_side: REJECTION,
  take_profit_passed: REJECTION,
  stop_beyond_liquidation: REJECTION,
  margin_in_use: REJECTION,

  // Fields of a call.
  field_missing: REFUSAL,
  input_invalid: REFUSAL,
  number_syntax: REFUSAL,
  number_precision: REFUSAL,
  number_range: REFUSAL,
  number_not_positive: REFUSAL,
  number_not_between: REFUSAL,
  price_off_tick: REFUSAL,
  quantity_off_lot: REFUSAL,
  lots_not_whole: REFUSAL,
  lots_too_few: REFUSAL,
  lots_too_many: REFUSAL,
  fill_slipped: REFUSAL,
  fill_timed_out: REFUSAL,
  fill_refused: REFUSAL,
  page_invalid: REFUSAL,
  idempotency_key_invalid: REFUSAL,

  // Accounts.
  session_required: LOGIN,
  session_expired: LOGIN,
  login_failed: REFUSAL,
  login_delayed: transport(429),
  freeze_link_invalid: REFUSAL,
  second_factor_required: REFUSAL,
  second_factor_wrong: REFUSAL,
  session_not_found: REFUSAL,
  step_up_required: REFUSAL,
  step_up_method: REFUSAL,
  password_wrong: REFUSAL,
  second_factor_unset: REFUSAL,
  passkey_required: REFUSAL,
  passkey_invalid: REFUSAL,
  passkey_not_found: REFUSAL,
  passkeys_too_many: REFUSAL,
  fund_password_invalid: REFUSAL,
  fund_password_unset: REFUSAL,
  fund_password_wrong: REFUSAL,
  fund_password_locked: REFUSAL,
  anti_phishing_invalid: REFUSAL,
  picture_invalid: REFUSAL,
  picture_unknown: REFUSAL,
  uploads_too_many: REFUSAL,
  exports_too_many: REFUSAL,
  account_name_wrong: REFUSAL,
  account_has_orders: REFUSAL,
  account_has_withdrawals: REFUSAL,
  account_has_deals: REFUSAL,
  account_has_balance: REFUSAL,
  account_closed: REFUSAL,
  account_not_frozen: REFUSAL,
  name_invalid: REFUSAL,
  card_id_invalid: REFUSAL,
  identity_submitted: REFUSAL,
  identity_required: REFUSAL,
  operator_required: transport(403),
  permission_denied: transport(403),
  user_not_found: REFUSAL,
  application_not_found: REFUSAL,
  operator_not_found: REFUSAL,
  own_account: REFUSAL,
  operator_active: REFUSAL,
  operator_waits: transport(403),
  invitation_invalid: REFUSAL,
  addresses_invalid: REFUSAL,
  adjustment_not_found: REFUSAL,
  link_invalid: REFUSAL,
  currency_listed: REFUSAL,
  currency_code_invalid: REFUSAL,
  market_listed: REFUSAL,
  email_invalid: REFUSAL,
  mobile_invalid: REFUSAL,
  password_invalid: REFUSAL,
  password_length: REFUSAL,
  password_common: REFUSAL,
  passwords_differ: REFUSAL,
  account_taken: REFUSAL,
  extension_code_unknown: REFUSAL,
  code_wrong: REFUSAL,
  code_resend_wait: REFUSAL,
  code_locked: REFUSAL,
  message_limit: REFUSAL,
  sms_area_refused: REFUSAL,
  message_not_sent: REFUSAL,
  custody_closed: REFUSAL,
  address_invalid: REFUSAL,
  address_wrong_network: REFUSAL,
  address_not_found: REFUSAL,
  address_known: REFUSAL,
  addresses_too_many: REFUSAL,
  acceptor_not_found: REFUSAL,
  acceptor_known: REFUSAL,
  acceptor_unavailable: REFUSAL,
  deal_with_self: REFUSAL,
  deal_way_missing: REFUSAL,
  deal_account_unknown: REFUSAL,
  deal_account_waits: REFUSAL,
  new_device_wait: REFUSAL,
  security_change_wait: REFUSAL,
  deals_too_many: REFUSAL,
  deal_not_found: REFUSAL,
  deal_act_refused: REFUSAL,
  statements_too_many: REFUSAL,
  contest_not_found: REFUSAL,
  contest_not_open: REFUSAL,
  contest_joined_already: REFUSAL,
  contest_overlaps: REFUSAL,
  contest_dates_invalid: REFUSAL,
  contest_prizes_invalid: REFUSAL,
  contest_not_upcoming: REFUSAL,
  contest_not_ended: REFUSAL,
  contest_opens_market: REFUSAL,
  deal_not_disputed: REFUSAL,
  not_regional_agent: REFUSAL,
  agent_not_found: REFUSAL,
  address_not_in_book: REFUSAL,
  address_waiting: REFUSAL,
  confirmation_invalid: REFUSAL,
  claim_not_found: REFUSAL,
  claims_too_many: REFUSAL,
  payment_closed: REFUSAL,
  payment_rate_off: REFUSAL,
  payments_too_many: REFUSAL,
  payment_not_found: REFUSAL,
  payment_callback_refused: transport(403),
  transaction_not_found: REFUSAL,
  device_needed: REFUSAL,
  device_wrong: REFUSAL,
  ticket_not_found: REFUSAL,
  fault_not_found: REFUSAL,
  proposal_not_found: REFUSAL,
  proposal_outdated: REFUSAL,
  proposal_lapsed: REFUSAL,
  proposal_reason_missing: REFUSAL,

  // Other areas.
  article_not_found: REFUSAL,
  faucet_limit: REFUSAL,

  // Transport.
  body_malformed: transport(400),
  request_malformed: transport(400),
  route_not_found: transport(404),
  method_not_allowed: transport(405),
  request_timeout: transport(408),
  body_too_large: transport(413),
  content_type_unsupported: transport(415),
  too_many_requests: transport(429),
  headers_too_large: transport(431),

  // Faults.
  engine_busy: FAULT,
  engine_stopped: FAULT,
  cancel_only: FAULT,
  quarantined: FAULT,
  database_unavailable: FAULT,
  feed_unavailable: FAULT,
  history_behind: FAULT,
  internal_error: { kind: 'fault', type: 'error', status: 500 },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
/** Values for the `{name}` places of a message: wire names of fields, whole numbers. */
export type ErrorParams = Readonly<Record<string, string | number>>;
/**
 * A message for each code. `{name}` is replaced by a parameter; of ICU syntax only plurals are used
 * besides.
 */
export type ErrorMessages = Readonly<Record<ErrorCode, string>>;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];
