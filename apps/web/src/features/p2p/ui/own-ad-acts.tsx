import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import type { OwnAd } from '../model/ad.ts';
import styles from './own-ad-acts.module.css';

interface OwnAdActsProps {
  readonly ad: OwnAd;
  readonly isBusy: boolean;
  readonly onPause: (isPaused: boolean) => void;
  readonly onWithdraw: () => void;
}

/**
 * Buttons of an own ad: its orders, pause or resume, change, withdraw, and the link of a private
 * one.
 */
export function OwnAdActs({
  ad: { id, isPaused, code },
  isBusy,
  onPause,
  onWithdraw,
}: OwnAdActsProps) {
  const t = useTranslate();
  return (
    <span className={styles['acts']}>
      <ButtonLink isSmall to={`/c2cDetail?id=${id}`}>
        {t('p2p.ad.orders')}
      </ButtonLink>
      <Button isSmall disabled={isBusy} onClick={() => onPause(!isPaused)}>
        {t(isPaused ? 'p2p.ad.resume' : 'p2p.ad.pause')}
      </Button>
      <ButtonLink isSmall to={`/c2c?id=${id}`}>
        {t('action.change')}
      </ButtonLink>
      <Button isSmall onClick={onWithdraw}>
        {t('p2p.ad.withdraw')}
      </Button>
      {code !== '' && (
        <CopyButton
          value={`${location.origin}/fiatradCenter?code=${code}`}
          what={t('p2p.ad.link')}
        />
      )}
    </span>
  );
}
