/** Names of fields, as in the office's forms. An unknown field is its own name, with spaces. */
const NAMES: Readonly<Record<string, string>> = {
  band_bps: 'Price band',
  base_name: 'Base currency',
  cap_bps: 'Cap',
  cap_number: 'Most that a person buys for',
  bound_bps: 'Bound of a sale',
  city_name: 'City',
  cliff_ms: 'First part is free',
  closes_ms: 'Closes',
  code: 'Code',
  cover_bps: 'Cover',
  currency_name: 'Currency',
  custorm_url: 'Customer service link',
  forum_url: 'Forum link',
  decision_reason: 'Reason of the decision',
  day_quota: 'Quota of a day',
  district_name: 'District',
  early_keep_bps: 'Kept by an early exit',
  exposure_cap: 'Cap of each side',
  fee_bps: 'Fee',
  fund_bps: 'Interest for the insurance',
  fill_delay_ms: 'Fill delay',
  free_bps: 'Free at once',
  fill_timeout_ms: 'Longest wait',
  house_move_bps: 'Move that the house covers',
  frozen_ms: 'Frozen since',
  dust: 'Small balance',
  hour_limit: 'Most in an hour',
  hot_ceiling: 'Ceiling of the hot wallet',
  initial_bps: 'Initial LTV',
  instalment_ms: 'From part to part',
  instalments: 'Parts of the rest',
  is_deposit_open: 'Deposits are open',
  is_disabled: 'Disabled',
  is_display: 'Shown in lists',
  is_frozen: 'Frozen',
  is_marked: 'Marked',
  is_offered: 'Offered',
  is_merchant: 'Merchant',
  is_open: 'Open',
  is_withdraw_open: 'Withdrawals are open',
  lend_bps: 'Lent at most',
  liquidation_bps: 'Liquidation LTV',
  liquidation_fee_bps: 'Liquidation fee',
  lot_number: 'Coins of a lot',
  lot_price: 'Price of a lot',
  lot_size: 'Lot',
  maintenance_percent: 'Maintenance',
  margin_bps: 'Margin',
  maker_fee_bps: 'Maker fee',
  max_insured: 'Most insured',
  max_lots: 'Most lots of an order',
  max_number: 'Most commitment',
  max_open_orders: 'Open orders of one user',
  max_per_day: 'Most in a day',
  max_per_hour: 'Most in an hour',
  max_quantity: 'Largest order',
  max_stake: 'Most stake',
  max_withdraw: 'Largest withdrawal',
  min_deposit: 'Least deposit',
  max_money: 'Most of a deal',
  merchant_bond: 'Bond of a merchant',
  min_insured: 'Least insured',
  min_lots: 'Least lots of an order',
  min_money: 'Least of a deal',
  min_number: 'Least commitment',
  min_sources: 'Least venues',
  min_stake: 'Least stake',
  min_total: 'Least order',
  min_withdraw: 'Least withdrawal',
  new_address_hours: 'Hours that a new address waits',
  one_approval_from: 'One operator from',
  two_approvals_from: 'Two operators from',
  two_operators_from: 'Two operators rule from',
  open_delay_ms: 'Delay before a ticket opens',
  open_microtrade: 'Seconds contracts on its price',
  opens_ms: 'Opens',
  overnight_bps: 'Overnight fee',
  paid_name: 'Paid in',
  paper: 'White paper',
  payout_bps: 'Profit',
  premium_bps: 'Premium',
  rate_ppb: 'Rate, billionths',
  year_percent: 'Rate of a year',
  warn_1_bps: 'First warning',
  warn_2_bps: 'Second warning',
  warn_3_bps: 'Third warning',
  quote_name: 'Quote currency',
  restricted_hours: 'Hours of the restriction',
  restricted_until_ms: 'Restricted until',
  scale: 'Decimals',
  supply: 'Coins in all',
  slippage_bps: 'Slippage of market orders',
  spread_bps: 'Spread',
  start_balance: 'Starting balance',
  start_ms: 'From',
  end_ms: 'To',
  symbol: 'Market',
  taker_fee_bps: 'Taker fee',
  tick_size: 'Tick',
  totp: 'Authenticator',
  user: 'Customer',
  amounts: 'Proposed stakes',
  addresses: 'Log in only from',
};

/**
 * A field of the log in words: `maker_fee_bps` is `Maker fee`, `durations.0.payout_bps` is
 * `Durations 1, profit`.
 */
export function fieldName(field: string): string {
  let words = '';
  for (const part of field.split('.')) {
    if (/^\d+$/.test(part)) words += ` ${Number(part) + 1}`;
    else words += words === '' ? nameOf(part) : `, ${lower(nameOf(part))}`;
  }
  return words;
}

/** The name within a sentence. */
export function fieldInSentence(field: string): string {
  return lower(fieldName(field));
}

function nameOf(part: string): string {
  const words = NAMES[part] ?? part.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Keeps capitals: `USDT a day`. */
function lower(words: string): string {
  return /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
