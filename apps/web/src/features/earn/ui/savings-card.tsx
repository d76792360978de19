import { useLocation, useNavigate } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { least, type SavingsProduct } from '../model/product.ts';
import { AutoSave } from './auto-save.tsx';
import styles from './earn.module.css';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { Rate } from './rate.tsx';

const LOGIN = '/components/login';

/** A savings product with its rate, and the button that saves. */
export function SavingsCard({
  product,
  onSave,
}: {
  readonly product: SavingsProduct;
  readonly onSave: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { currency, rate, nextRate: next } = product;
  const { capacityLeft: left, todayLeft: today } = product;
  const isSoldOut = least(left, today, product.min) !== product.min;
  const amount = (text: string): string => `${grouped(text, language)} ${currency}`;
  return (
    <li className={styles['card']}>
      <h2>{t('earn.savingsTitle', { currency })}</h2>
      <Rate daily={rate} />
      <Facts>
        {next !== rate && <Fact label={t('earn.nextRate')}>{`${grouped(next, language)}%`}</Fact>}
        <Fact label={t('earn.minimum')}>{amount(product.min)}</Fact>
        <Fact label={t('earn.left')}>{amount(left)}</Fact>
        {least(left, today) !== left && <Fact label={t('earn.leftToday')}>{amount(today)}</Fact>}
        <Fact label={t('earn.lendable')}>{`${grouped(product.lendRate, language)}%`}</Fact>
        <Fact label={t('earn.idle')}>{amount(product.idle)}</Fact>
      </Facts>
      <p className={styles['note']}>{t('earn.savingsNote')}</p>
      <Button
        isWide
        look="accent"
        disabled={isSoldOut}
        onClick={() => {
          if (isLoggedIn) onSave();
          else void navigate(LOGIN, { state: { from: pathname } });
        }}
      >
        {t(isSoldOut ? 'earn.soldOut' : isLoggedIn ? 'earn.save' : 'earn.loginToBuy')}
      </Button>
      {isLoggedIn && <AutoSave product={product} />}
    </li>
  );
}
