import { useTranslate } from '../../../shared/i18n/translate.ts';
import { playSound, SOUNDS, turnSound, turnVolume, useSounds } from '../../../shared/sounds.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { AlertList } from './alert-list.tsx';
import styles from './alert.module.css';

/** All own price alerts, and the sounds of this browser. */
export function AlertsCard() {
  const t = useTranslate();
  return (
    <>
      <Card title={t('alert.title')}>
        <AlertList pair={undefined} />
      </Card>
      <SoundCard />
    </>
  );
}

function SoundCard() {
  const t = useTranslate();
  const { volume, isOn } = useSounds();
  return (
    <Card title={t('sound.title')} about={t('sound.about')}>
      <div className={styles['sounds']}>
        {SOUNDS.map((name) => (
          <Switch
            key={name}
            label={t(`sound.${name}`)}
            isOn={isOn[name]}
            onChange={(next) => {
              turnSound(name, next);
              if (next) playSound(name);
            }}
          />
        ))}
        <label className={styles['volume']}>
          {t('sound.volume')}
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={volume}
            onChange={({ target }) => turnVolume(target.valueAsNumber)}
          />
        </label>
        <Button isSmall onClick={() => playSound('alerts', { isTest: true })}>
          {t('sound.test')}
        </Button>
      </div>
    </Card>
  );
}
