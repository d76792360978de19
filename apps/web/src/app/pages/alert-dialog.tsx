import { lazy } from 'react';
import type { Market } from '../../shared/market/market.ts';

const AlertDialog = lazy(async () => ({
  default: (await import('../../features/alert/ui/alert-dialog.tsx')).AlertDialog,
}));

/** The price alerts of a chart's market, fetched when they are opened. */
export function alertDialog(market: Market, onClose: () => void) {
  return <AlertDialog market={market} onClose={onClose} />;
}
