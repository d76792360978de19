/**
 * A nominal type: `Brand<number, 'PriceTicks'>` cannot be passed where `Brand<number,
 * 'QuantityLots'>` is wanted.
 */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
