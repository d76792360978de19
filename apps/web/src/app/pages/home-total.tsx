import { useState } from 'react';
import { OwnTotal } from '../../features/wallet/ui/own-total.tsx';
import { useSelectedMarket } from '../../realtime/tickers.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Button } from '../../shared/ui/button.tsx';
import { fetchAlertDialog } from './fetch-alert-dialog.ts';

type AlertDialog = Awaited<ReturnType<typeof fetchAlertDialog>>['AlertDialog'];

/** Total assets, and price alerts of the market that was last looked at. */
export function HomeTotal() {
  const t = useTranslate();
  const [dialog, setDialog] = useState<AlertDialog>();
  return (
    <OwnTotal>
      <Button
        onClick={() =>
          void fetchAlertDialog().then((fetched) => setDialog(() => fetched.AlertDialog))
        }
      >
        {t('alert.title')}
      </Button>
      {dialog && <Alerts Dialog={dialog} onClose={() => setDialog(undefined)} />}
    </OwnTotal>
  );
}

interface AlertsProps {
  readonly Dialog: AlertDialog;
  readonly onClose: () => void;
}

/** Asks for the markets when it is opened, not with the page, which asks for them itself. */
function Alerts({ Dialog, onClose }: AlertsProps) {
  const market = useSelectedMarket();
  return market && <Dialog market={market} onClose={onClose} />;
}
