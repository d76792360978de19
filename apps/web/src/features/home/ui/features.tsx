import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import styles from './features.module.css';

interface Feature {
  readonly title: MessageId;
  readonly text: MessageId;
  readonly icon: string;
}

/** Verifiable features of this exchange. */
const FEATURES: readonly Feature[] = [
  {
    title: 'home.feature.books',
    text: 'home.featureText.books',
    icon: 'M4 3h11a3 3 0 0 1 3 3v12H7a3 3 0 0 1-3-3zM4 15a3 3 0 0 1 3-3h11M8.5 7.5l1.7 1.7L14 5.6',
  },
  {
    title: 'home.feature.durable',
    text: 'home.featureText.durable',
    icon: 'M4 5.5C4 4.1 7 3 11 3s7 1.1 7 2.5S15 8 11 8 4 6.9 4 5.5v11C4 17.9 7 19 11 19s7-1.1 7-2.5v-11M4 11c0 1.4 3 2.5 7 2.5s7-1.1 7-2.5',
  },
  {
    title: 'home.feature.exact',
    text: 'home.featureText.exact',
    icon: 'M11 3v16M5 19h12M4 7h14M4 7l-2 6h5zM18 7l-3 6h5z',
  },
  { title: 'home.feature.live', text: 'home.featureText.live', icon: 'M2 11h4l3-7 4 14 3-7h4' },
  {
    title: 'home.feature.open',
    text: 'home.featureText.open',
    icon: 'M7 6l-5 5 5 5M15 6l5 5-5 5M12.5 4l-3 14',
  },
  {
    title: 'home.feature.languages',
    text: 'home.featureText.languages',
    icon: 'M11 2.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM2.5 11h17M11 2.5c2.5 2.3 3.7 5.2 3.7 8.5S13.5 17.2 11 19.5C8.5 17.2 7.3 14.3 7.3 11S8.5 4.8 11 2.5z',
  },
];

export function Features() {
  const t = useTranslate();
  return (
    <ul className={styles['features']}>
      {FEATURES.map(({ title, text, icon }) => (
        <li key={title}>
          <svg viewBox="0 0 22 22" width="24" height="24" aria-hidden="true">
            <path d={icon} />
          </svg>
          <h3>{t(title)}</h3>
          <p>{t(text)}</p>
        </li>
      ))}
    </ul>
  );
}
