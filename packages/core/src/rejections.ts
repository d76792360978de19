/**
 * Why the core refused a command: the closed union, in order of precedence (the first that applies is given).
 * A rejection changes nothing but the idempotency table. docs/ERRORS.md explains each.
 */
export const REJECTIONS = [
  'malformed',
  'idempotency_key_reused',
  'currency_unknown',
  'currency_scale_fixed',
  'market_unknown',
  'market_grid_invalid',
  'market_grid_fixed',
  'market_closed',
  'order_not_found',
  'quantity_invalid',
  'price_invalid',
  'market_order_not_gtc',
  'post_only_not_limit_gtc',
  'index_unavailable',
  'index_stale',
  'price_out_of_band',
  'notional_too_small',
  'notional_too_large',
  'too_many_open_orders',
  'no_liquidity',
  'balance_insufficient',
  'house_insufficient',
  'amount_too_large',
  'post_only_would_take',
  'fill_or_kill_unfilled',
] as const;

export type Rejection = (typeof REJECTIONS)[number];
