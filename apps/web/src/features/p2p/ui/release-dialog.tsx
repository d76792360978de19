import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { RadioGroup } from '../../../shared/ui/radio-group.tsx';
import { releaseDeal } from '../deals-api.ts';
import type { Deal } from '../model/deal.ts';
import type { DealAct } from '../model/deal-stage.ts';
import styles from './deal.module.css';
import { useDealAct } from './use-deal-act.ts';
import { useDealWords } from './use-deal-words.ts';

/**
 * Owner of the account that the money came from, as the seller's bank says: the buyer or another.
 */
type Payer = 'same' | 'other';

/**
 * The questions before a release, which nobody can take back: the payer's name, and the receipt of
 * the money.
 */
export function ReleaseDialog({
  deal,
  onClose,
  onAct,
}: {
  readonly deal: Deal;
  readonly onClose: () => void;
  readonly onAct: (act: DealAct) => void;
}) {
  const t = useTranslate();
  const words = useDealWords(deal);
  const { payer: name } = words;
  const [payer, setPayer] = useState<Payer>();
  const [isAccepted, setAccepted] = useState(false);
  const [isReceived, setReceived] = useState(false);
  const { isBusy, send } = useDealAct(releaseDeal, onClose);
  const isNamed = payer === 'same' || (payer === 'other' && isAccepted);
  return (
    <ConfirmDialog
      isOpen
      ignoresEnter
      title={t('p2p.release.title', words)}
      confirmLabel={t('p2p.release.confirm', words)}
      isBusy={isBusy}
      isReady={isNamed && isReceived}
      onConfirm={() => void send({ id: deal.id, version: deal.version })}
      onCancel={onClose}
      fields={
        <div className={styles['fields']}>
          <p aria-hidden="true">{t('p2p.release.payer')}</p>
          <RadioGroup<Payer>
            label={t('p2p.release.payer')}
            value={payer}
            onChange={(next) => {
              setPayer(next);
              setAccepted(false);
              setReceived(false);
            }}
            options={[
              { name: 'same', label: t('p2p.release.payer.same', { name }) },
              { name: 'other', label: t('p2p.release.payer.other') },
            ]}
          />
          {payer === 'other' && !isAccepted && (
            <OtherPayer deal={deal} onAct={onAct} onAccept={() => setAccepted(true)} />
          )}
          {isNamed && (
            <Checkbox isChecked={isReceived} onChange={setReceived}>
              {payer === 'same'
                ? t('p2p.release.received', { ...words, name })
                : t('p2p.release.receivedOther', { ...words, name })}
            </Checkbox>
          )}
        </div>
      }
    >
      <Compared deal={deal} />
    </ConfirmDialog>
  );
}

/** Money from somebody else: it is sent back, an operator decides, or it is accepted. */
function OtherPayer({
  deal,
  onAct,
  onAccept,
}: {
  readonly deal: Deal;
  readonly onAct: (act: DealAct) => void;
  readonly onAccept: () => void;
}) {
  const t = useTranslate();
  return (
    <div className={styles['warning']}>
      <p>{t('p2p.release.otherName')}</p>
      <Button isSmall onClick={() => onAct('askCancel')} disabled={deal.isCancelAsked}>
        {t('p2p.release.refund')}
      </Button>
      <Button isSmall onClick={() => onAct('appeal')} disabled={deal.appealId !== 0}>
        {t('p2p.deal.act.appeal')}
      </Button>
      <Button isSmall onClick={onAccept}>
        {t('p2p.release.accept')}
      </Button>
    </div>
  );
}

/**
 * Amount, buyer's name and account, which the seller compares with the entry in the own account.
 */
function Compared({ deal }: { readonly deal: Deal }) {
  const t = useTranslate();
  const { money, payer } = useDealWords(deal);
  return (
    <dl className={styles['sums']}>
      <div>
        <dt>{t('p2p.release.amount')}</dt>
        <dd>{money}</dd>
      </div>
      <div>
        <dt>{t('p2p.release.buyerName')}</dt>
        <dd>{payer}</dd>
      </div>
      <div>
        <dt>{t('p2p.release.account')}</dt>
        <dd>{accountLine(deal)}</dd>
      </div>
    </dl>
  );
}

/** The own account that the money is to be in. */
function accountLine({ wayName, payee }: Deal): string {
  const account = payee.bankAccount || payee.alipayAccount || payee.wechatAccount;
  return [wayName, payee.realName, payee.bankName, account]
    .filter((part) => part !== '')
    .join(', ');
}
