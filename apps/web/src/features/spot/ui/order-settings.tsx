import { useTranslate } from '../../../shared/i18n/translate.ts';
import { turnShortcuts, useShortcutSetting } from '../../../shared/shortcuts/shortcuts.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { RadioGroup } from '../../../shared/ui/radio-group.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { changeTerms, turnConfirming, useConfirmsOrders, useDraft } from '../draft.ts';
import { SELF_TRADES } from '../model/trade-inputs.ts';

interface OrderSettingsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Settings for all orders of this browser. Each choice is kept at once. */
export function OrderSettings({ isOpen, onClose }: OrderSettingsProps) {
  const t = useTranslate();
  const { selfTrade } = useDraft(({ terms }) => terms);
  const isConfirming = useConfirmsOrders(({ isOn }) => isOn);
  const hasShortcuts = useShortcutSetting(({ isOn }) => isOn);
  return (
    <Dialog isOpen={isOpen} title={t('spot.settings')} onClose={onClose}>
      <Switch label={t('spot.confirms')} isOn={isConfirming} onChange={turnConfirming} />
      <Switch label={t('shortcut.isOn')} isOn={hasShortcuts} onChange={turnShortcuts} />
      <h3>{t('spot.selfTrade')}</h3>
      <RadioGroup
        label={t('spot.selfTrade')}
        value={selfTrade}
        onChange={(next) => changeTerms({ selfTrade: next })}
        options={SELF_TRADES.map((name) => ({
          name,
          label: t(`spot.selfTrade.${name}`),
          hint: t(`spot.selfTradeDoes.${name}`),
        }))}
      />
    </Dialog>
  );
}
