import { useState } from 'react';
import { OwnTotal } from '../../features/wallet/ui/own-total.tsx';
import { useSelectedMarket } from '../../realtime/tickers.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Button } from '../../shared/ui/button.tsx';
import { fetchAlertDialog } from './fetch-alert-dialog.ts';

type Dialog = Awaited<ReturnType<typeof fetchAlertDialog>>['AlertDialog'];

/** Total assets, and price alerts of the market that was last looked at. */
export function HomeTotal() {
  const t = useTranslate();
  const [dialog, setDialog] = useState<Dialog>();
  return (
    <OwnTotal>
      <Button
        onClick={() =>
          void fetchAlertDialog().then(({ AlertDialog }) => setDialog(() => AlertDialog))
        }
      >
        {t('alert.title')}
      </Button>
      {dialog && <Alerts Dialog={dialog} onClose={() => setDialog(undefined)} />}
    </OwnTotal>
  );
}

/** Asks for the markets once it is opened: the page's own question is not asked twice. */
function Alerts({ Dialog, onClose }: { readonly Dialog: Dialog; readonly onClose: () => void }) {
  const market = useSelectedMarket();
  return market && <Dialog market={market} onClose={onClose} />;
}
