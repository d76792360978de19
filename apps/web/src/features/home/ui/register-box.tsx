import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import styles from './register-box.module.css';

/** The start of a registration: passes the typed address on. */
export function RegisterBox() {
  const t = useTranslate();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const register = (event: FormEvent): void => {
    event.preventDefault();
    const entered = email.trim();
    void navigate(
      `/components/register${entered === '' ? '' : `?${new URLSearchParams({ email: entered })}`}`,
    );
  };
  return (
    <form className={styles['form']} onSubmit={register} noValidate>
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" look="accent">
        {t('auth.register')}
      </Button>
      <p>
        {t('auth.haveAccount')} <Link to="/components/login">{t('auth.login')}</Link>
      </p>
    </form>
  );
}
