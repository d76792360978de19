import type { ReactNode } from 'react';
import styles from './examples.module.css';

const DRAWINGS: Readonly<Record<'front' | 'reverse' | 'hand' | 'assets', ReactNode>> = {
  front: (
    <>
      <rect x="8" y="6" width="112" height="68" rx="6" />
      <circle className={styles['mark']} cx="34" cy="32" r="8" />
      <path className={styles['mark']} d="M20 56c1-9 7-13 14-13s13 4 14 13Z" />
      <path d="M62 24h44M62 36h44M62 48h30M62 60h36" />
    </>
  ),
  reverse: (
    <>
      <rect x="8" y="6" width="112" height="68" rx="6" />
      <path className={styles['fill']} d="M8 18h112v12H8z" />
      <path d="M20 44h52M20 54h38M20 64h46" />
      <rect className={styles['mark']} x="88" y="42" width="20" height="20" rx="2" />
    </>
  ),
  hand: (
    <>
      <circle className={styles['mark']} cx="52" cy="22" r="13" />
      <path className={styles['mark']} d="M22 76c2-22 14-32 30-32 11 0 20 5 25 15" />
      <rect x="70" y="42" width="46" height="30" rx="4" />
      <circle cx="82" cy="53" r="4" />
      <path d="M92 51h18M92 58h18M76 66h34M66 62c0-3 2-4 4-4" />
    </>
  ),
  assets: (
    <>
      <rect x="8" y="6" width="112" height="68" rx="6" />
      <path d="M8 20h112M16 13h2M24 13h2M32 13h2" />
      <path className={styles['mark']} d="M24 62V48h12v14M46 62V38h12v24M68 62V30h12v32" />
      <path d="M92 34h18M92 46h18M92 58h18M18 62h70" />
    </>
  ),
};

/** A drawing of the required picture. The hint beside it describes it. */
export function Example({ of }: { readonly of: keyof typeof DRAWINGS }) {
  return (
    <svg
      className={styles['example']}
      viewBox="0 0 128 80"
      width="112"
      height="70"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {DRAWINGS[of]}
    </svg>
  );
}
