/**
 * A nominal type: `Brand<number, 'PriceTicks'>` cannot be passed for `Brand<number,
 * 'QuantityLots'>`.
 */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
