import { useState } from 'react';
import { OwnTotal } from '../../features/wallet/ui/own-total.tsx';
import { useSelectedMarket } from '../../realtime/tickers.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Button } from '../../shared/ui/button.tsx';
import { fetchAlertDialog } from './fetch-alert-dialog.ts';

/** Total assets, and price alerts of the market that was last looked at. */
export function HomeTotal() {
  const t = useTranslate();
  const market = useSelectedMarket();
  const [Dialog, setDialog] =
    useState<Awaited<ReturnType<typeof fetchAlertDialog>>['AlertDialog']>();
  return (
    <OwnTotal>
      <Button
        disabled={market === undefined}
        onClick={() =>
          void fetchAlertDialog().then(({ AlertDialog }) => setDialog(() => AlertDialog))
        }
      >
        {t('alert.title')}
      </Button>
      {Dialog && market && <Dialog market={market} onClose={() => setDialog(undefined)} />}
    </OwnTotal>
  );
}
