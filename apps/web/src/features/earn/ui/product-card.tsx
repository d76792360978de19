import { useLocation, useNavigate } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { least, type LockProduct } from '../model/product.ts';
import styles from './earn.module.css';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { Rate } from './rate.tsx';

const LOGIN = '/components/login';

/** A product with its terms, and the button that buys it. */
export function ProductCard({
  product,
  onBuy,
}: {
  readonly product: LockProduct;
  readonly onBuy: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { currency, days, isBought, number, earlyKeep: keep } = product;
  const left = least(product.capacityLeft, product.fundedLeft);
  const today = product.todayLeft;
  const isSoldOut = least(left, today, product.min) !== product.min;
  const amount = (text: string): string => `${grouped(text, language)} ${currency}`;
  return (
    <li className={styles['card']}>
      <h2>{t('earn.productTitle', { currency, days })}</h2>
      <Rate daily={product.dailyRate} />
      <Facts>
        <Fact label={t('earn.bounds')}>
          {`${grouped(product.min, language)} – ${amount(product.max)}`}
        </Fact>
        <Fact label={t('earn.left')}>{amount(left)}</Fact>
        {least(left, today) !== left && <Fact label={t('earn.leftToday')}>{amount(today)}</Fact>}
        <Fact label={t('earn.early')}>
          {keep === ''
            ? t('earn.noEarly')
            : t('earn.earlyKeeps', { rate: grouped(keep, language) })}
        </Fact>
        {isBought && <Fact label={t('earn.locked')}>{amount(number)}</Fact>}
      </Facts>
      <p className={styles['note']}>
        {t('earn.reservedNote')} {t('earn.onceNote')}
      </p>
      <Button
        isWide
        look="accent"
        disabled={isBought || isSoldOut}
        onClick={() => {
          if (isLoggedIn) onBuy();
          else void navigate(LOGIN, { state: { from: pathname } });
        }}
      >
        {t(
          isBought
            ? 'earn.alreadyBought'
            : isSoldOut
              ? 'earn.soldOut'
              : isLoggedIn
                ? 'earn.buy'
                : 'earn.loginToBuy',
        )}
      </Button>
    </li>
  );
}
