import { lazy, Suspense } from 'react';
import { PALETTES } from '../styles/tokens.ts';
import styles from './qr-code.module.css';

const Drawing = lazy(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }));
/** Scanners need dark on light, at night too, and an empty edge of four modules. */
const { 'text-1': INK, 'bg-1': PAPER } = PALETTES.day;
const QUIET_MODULES = 4;

/**
 * A text as a QR code. `label` names its content; the text itself belongs beside it, with a
 * `CopyButton`.
 */
export function QrCode({
  value,
  label,
  size = 160,
}: {
  readonly value: string;
  readonly label: string;
  readonly size?: number;
}) {
  return (
    <div className={styles['code']} style={{ width: size, height: size, background: PAPER }}>
      <Suspense>
        <Drawing
          value={value}
          size={size}
          level="M"
          marginSize={QUIET_MODULES}
          fgColor={INK}
          bgColor={PAPER}
          role="img"
          aria-label={label}
        />
      </Suspense>
    </div>
  );
}
