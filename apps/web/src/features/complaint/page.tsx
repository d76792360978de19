import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Card } from '../../shared/ui/card.tsx';
import { followAnswers } from './api.ts';
import { ComplaintForm } from './ui/complaint-form.tsx';
import { ComplaintList } from './ui/complaint-list.tsx';
import styles from './ui/complaint.module.css';

/** Complaints to customer service: a form for one, and those that there are with their answers. */
export function ComplaintPage() {
  const t = useTranslate();
  const client = useQueryClient();
  useEffect(() => followAnswers(client), [client]);
  return (
    <div className={styles['page']}>
      <h1>{t('complaint.title')}</h1>
      <div className={styles['columns']}>
        <Card title={t('complaint.new')} about={t('complaint.about')}>
          <ComplaintForm />
        </Card>
        <Card title={t('complaint.own')}>
          <ComplaintList />
        </Card>
      </div>
    </div>
  );
}
