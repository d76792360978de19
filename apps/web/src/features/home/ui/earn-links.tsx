import { Link } from 'react-router';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import styles from './earn-links.module.css';

const LINKS: readonly {
  readonly to: string;
  readonly title: MessageId;
  readonly text: MessageId;
}[] = [
  { to: '/wealth', title: 'feature.wealth', text: 'home.earnText.wealth' },
  { to: '/savings', title: 'feature.coinBank', text: 'home.earnText.savings' },
  { to: '/pledge', title: 'feature.pledge', text: 'home.earnText.pledge' },
];

/** The ways to products that pay interest. */
export function EarnLinks() {
  const t = useTranslate();
  return (
    <ul className={styles['links']}>
      {LINKS.map(({ to, title, text }) => (
        <li key={to}>
          <Link to={to}>{t(title)}</Link>
          <p>{t(text)}</p>
        </li>
      ))}
    </ul>
  );
}
