import { useQuery } from '@tanstack/react-query';
import { articlesQuery } from '../features/news/api.ts';
import { Link } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import styles from './footer.module.css';
import { footerLinks, FOOTER_LISTS, type FixedArticle } from './footer-links.ts';
import { Logo } from './icons.tsx';

/** External wallets for withdrawals. Shown by name, since the logos are not ours. */
const WALLETS = [
  { name: 'MetaMask', href: 'https://metamask.io/' },
  { name: 'Trust Wallet', href: 'https://trustwallet.com/' },
  { name: 'imToken', href: 'https://token.im/' },
  { name: 'TokenPocket', href: 'https://www.tokenpocket.pro/' },
  { name: 'Ledger', href: 'https://www.ledger.com/' },
  { name: 'Trezor', href: 'https://trezor.io/' },
] as const;

/** The footer of reading pages: wallets, and three lists of articles. */
export function Footer() {
  const t = useTranslate();
  return (
    <footer className={styles['footer']} aria-label={t('footer.label')}>
      <div className={styles['inside']}>
        <div className={styles['about']}>
          <p className={styles['logo']}>
            <Logo />
            {t('site.name')}
          </p>
          <p>{t('footer.risk')}</p>
        </div>
        {FOOTER_LISTS.map((list) => (
          <ArticleList key={list.category} {...list} />
        ))}
        <div className={styles['wallets']}>
          <h2>{t('footer.wallets')}</h2>
          <ul>
            {WALLETS.map(({ name, href }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noopener noreferrer">
                  <span aria-hidden="true">{name.slice(0, 1)}</span>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function ArticleList({ title, category, fixed }: (typeof FOOTER_LISTS)[number]) {
  const t = useTranslate();
  const { data } = useQuery(articlesQuery(category));
  return (
    <nav aria-label={t(title)} className={styles['list']}>
      <h2>{t(title)}</h2>
      <ul>
        {footerLinks(fixed, data?.list).map((link) => (
          <li key={link.id}>
            <Link to={`/components/noticeDetail?id=${link.id}`}>
              {link.title ?? t(`footer.article.${link.id as FixedArticle}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
