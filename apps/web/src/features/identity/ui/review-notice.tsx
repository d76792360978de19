import type { ReactNode } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ProgressSteps } from '../../../shared/ui/progress-steps.tsx';
import { REVIEW_STATUS, type ReviewStatus } from '../model/review-status.ts';
import styles from './review-notice.module.css';

interface ReviewNoticeProps {
  readonly status: Exclude<ReviewStatus, 0>;
  readonly title: string;
  readonly text: string;
  /** The submitted data, the button to try again. */
  readonly children?: ReactNode;
}

const CURRENT_STEP = {
  [REVIEW_STATUS.underReview]: 1,
  [REVIEW_STATUS.approved]: 3,
  [REVIEW_STATUS.rejected]: 1,
} as const;

/** The state of a review, in words and steps. */
export function ReviewNotice({ status, title, text, children }: ReviewNoticeProps) {
  const t = useTranslate();
  return (
    <div className={styles['notice']} data-status={status}>
      {status !== REVIEW_STATUS.rejected && (
        <ProgressSteps
          label={t('identity.progress')}
          steps={[
            t('identity.step.submitted'),
            t('identity.step.review'),
            t('identity.step.verified'),
          ]}
          current={CURRENT_STEP[status]}
        />
      )}
      <div className={styles['words']} role="status">
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}
