import type { P2pWay } from '@meridian/contract/p2p/bounds';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './way-label.module.css';

/** A way of payment: a sign and its name. */
export function WayLabel({ way }: { readonly way: P2pWay }) {
  const t = useTranslate();
  return (
    <span className={styles['way']}>
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        data-way={way}
      >
        <path d={shapeOf(way)} />
      </svg>
      {t(`acceptor.way.${way}`)}
    </span>
  );
}

/** Ways beside each other. */
export function WayList({ ways }: { readonly ways: readonly P2pWay[] }) {
  return (
    <span className={styles['ways']}>
      {ways.map((way) => (
        <WayLabel key={way} way={way} />
      ))}
    </span>
  );
}

/** A coin for a wallet, a balloon for a messenger, columns for a bank. */
function shapeOf(way: P2pWay): string {
  switch (way) {
    case 'ali_pay':
      return 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M5 11l3-6.5L11 11M6.2 8.6h3.6';
    case 'we_chat':
      return 'M14.5 7.4c0 2.9-2.9 5.2-6.5 5.2-.8 0-1.6-.1-2.3-.3L2.6 14l.7-2.6C2.2 10.4 1.5 9 1.5 7.4 1.5 4.5 4.4 2.2 8 2.2s6.5 2.3 6.5 5.2M5.6 7h.01M10.4 7h.01';
    case 'bank':
      return 'M2 6.5 8 2.5l6 4zM3.5 6.5v6M6.5 6.5v6M9.5 6.5v6M12.5 6.5v6M2 13.5h12';
  }
}
