import * as Dialog from 'radix-ui/dialog';
import { ChartIndicatorForm } from './chart-indicator-form.tsx';
import { changeIndicators, type ChartPage } from './chart-page.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './chart-menu.module.css';

interface ChartEditIndicatorProps {
  readonly page: ChartPage;
  readonly id: string;
  /** Where it opens: a full screen shows nothing but itself. */
  readonly container: HTMLElement | null;
  readonly onDone: () => void;
}

/** The parameters of an indicator of the legend, in a window of their own. */
export function ChartEditIndicator({ page, id, container, onDone }: ChartEditIndicatorProps) {
  const t = useTranslate();
  const indicator = page.indicators.find((one) => one.id === id);
  if (indicator === undefined) return null;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onDone()}>
      <Dialog.Portal container={container}>
        <Dialog.Overlay className={styles['shade']} />
        <Dialog.Content className={styles['dialog']} aria-describedby={undefined}>
          <Dialog.Title className={styles['heading']}>{t('chart.indicators')}</Dialog.Title>
          <ChartIndicatorForm
            indicator={indicator}
            onDone={(changed) => {
              if (changed !== undefined)
                changeIndicators(
                  page,
                  page.indicators.map((one) => (one.id === id ? changed : one)),
                );
              onDone();
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
