import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { collectEvidence } from '../evidence-api.ts';
import styles from './deal.module.css';

/** Saves all that belongs to a deal as one signed file, for a bank or the police. */
export function EvidenceCard({ deal }: { readonly deal: number }) {
  const t = useTranslate();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number }>();
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const text = await collectEvidence(deal, setProgress);
      saveFile(`meridian-order-${deal}-evidence.json`, text, 'application/json');
    } catch (error) {
      showToast('error', (error as Error).message);
    }
    setBusy(false);
    setProgress(undefined);
  };
  return (
    <Card title={t('p2p.package.title')} about={t('p2p.package.about')}>
      <div className={styles['body']}>
        <div className={styles['acts']}>
          <Button isBusy={isBusy} onClick={() => void save()}>
            {t('p2p.package.save')}
          </Button>
          <ButtonLink to="/c2cVerify" look="text">
            {t('p2p.verify.title')}
          </ButtonLink>
        </div>
        <p role="status" className="visually-hidden">
          {progress !== undefined &&
            t('p2p.package.collecting', { done: progress.done, all: progress.all })}
        </p>
      </div>
    </Card>
  );
}
