import { lazy, Suspense, useRef, useState } from 'react';
import { saveFile } from '../../../shared/save-file.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PALETTES } from '../../../shared/styles/tokens.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { savedPicture } from '../model/picture.ts';
import styles from './invite-picture.module.css';

const Drawing = lazy(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }));
const { night: NIGHT, day: DAY } = PALETTES;
const [WIDTH, HEIGHT] = [1080, 1350] as const;
const QR_SIZE = 520;
const QR_TOP = 520;
const QUIET_MODULES = 4;
const MIDDLE = WIDTH / 2;

interface Invitation {
  readonly code: string;
  readonly link: string;
}

/** A button that shows the invitation as a picture, to be saved and posted. */
export function InvitePicture(invitation: Invitation) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)}>
        {t('referral.picture')}
      </Button>
      {isOpen && <PictureDialog {...invitation} onClose={() => setOpen(false)} />}
    </>
  );
}

function PictureDialog({ code, link, onClose }: Invitation & { readonly onClose: () => void }) {
  const t = useTranslate();
  const picture = useRef<SVGSVGElement>(null);
  const [isFailed, setFailed] = useState(false);
  const save = async (): Promise<void> => {
    setFailed(false);
    try {
      if (picture.current === null) return;
      const bytes = await savedPicture(picture.current, WIDTH, HEIGHT);
      saveFile(`meridian-${code}.png`, bytes, 'image/png');
    } catch {
      setFailed(true);
    }
  };
  return (
    <Dialog
      isOpen
      title={t('referral.picture')}
      onClose={onClose}
      actions={
        <Button look="accent" isWide onClick={() => void save()}>
          {t('referral.save')}
        </Button>
      }
    >
      <div className={styles['frame']}>
        <Suspense>
          <svg
            ref={picture}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            role="img"
            aria-label={t('referral.pictureOf', { code })}
            fontFamily="system-ui, sans-serif"
            textAnchor="middle"
          >
            <rect width={WIDTH} height={HEIGHT} fill={NIGHT['bg-0']} />
            <rect width={WIDTH} height={12} fill={NIGHT.accent} />
            <Line y={150} size={60} weight={700} text={t('site.name')} />
            <Line y={260} size={46} text={t('referral.poster')} />
            <Line y={350} size={30} colour={NIGHT['text-2']} text={t('referral.code')} />
            <Line y={440} size={80} weight={700} colour={NIGHT.accent} text={code} />
            <rect
              x={MIDDLE - QR_SIZE / 2 - 20}
              y={QR_TOP - 20}
              width={QR_SIZE + 40}
              height={QR_SIZE + 40}
              rx={24}
              fill={DAY['bg-1']}
            />
            <Drawing
              x={MIDDLE - QR_SIZE / 2}
              y={QR_TOP}
              role="presentation"
              value={link}
              size={QR_SIZE}
              level="M"
              marginSize={QUIET_MODULES}
              fgColor={DAY['text-1']}
              bgColor={DAY['bg-1']}
            />
            <Line y={1150} size={34} text={t('referral.scan')} />
            <Line y={1230} size={30} colour={NIGHT['text-2']} text={new URL(link).host} />
          </svg>
        </Suspense>
      </div>
      <FormFailure text={isFailed ? t('referral.notSaved') : undefined} />
    </Dialog>
  );
}

function Line({
  y,
  size,
  text,
  weight = 400,
  colour = NIGHT['text-1'],
}: {
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly weight?: number;
  readonly colour?: string;
}) {
  return (
    <text x={MIDDLE} y={y} fontSize={size} fontWeight={weight} fill={colour}>
      {text}
    </text>
  );
}
