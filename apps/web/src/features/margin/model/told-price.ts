/**
 * The text and the price by which an order is told of that was sent: the entry price of the
 * position that it opened, else its limit, else about the index.
 * @param entryPrice as the server answered; '' where no position is open
 */
export function toldPrice(entryPrice: string, limitPrice: string | undefined, indexPrice: string) {
  if (entryPrice !== '') return { id: 'margin.opened', price: entryPrice, isAbout: false } as const;
  const isAbout = limitPrice === undefined;
  return { id: 'margin.ordered', price: limitPrice ?? indexPrice, isAbout } as const;
}
