import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import type { LoanOffer } from '../model/loan.ts';

interface OfferListProps {
  readonly offers: readonly LoanOffer[];
  readonly chosen: number;
  readonly onChoose: (offer: number) => void;
}

/** Loan offers: a coin, and the collateral for it. A press on a row chooses it. */
export function OfferList({ offers, chosen, onChoose }: OfferListProps) {
  const t = useTranslate();
  const columns = useColumns();
  return (
    <Card title={t('loan.offers')} about={t('loan.offersAbout')}>
      <DataTable
        label={t('loan.offers')}
        size="roomy"
        columns={columns}
        rows={offers}
        rowKey={({ id }) => id}
        onRow={({ id }) => onChoose(id)}
        isTaken={({ id }) => id === chosen}
        empty={<Empty>{t('loan.noOffers')}</Empty>}
      />
    </Card>
  );
}

function useColumns(): readonly Column<LoanOffer>[] {
  const t = useTranslate();
  const language = useLanguage();
  const percent = (rate: string): string => `${grouped(rate, language)}%`;
  return [
    {
      name: 'pair',
      header: t('loan.column.pair'),
      cell: ({ collateral, coin }) => t('loan.pair', { collateral, coin }),
    },
    {
      name: 'year',
      header: t('loan.column.year'),
      cell: ({ terms }) => `${fixed(terms.yearRate, 2, { language })}%`,
    },
    {
      name: 'initial',
      header: t('loan.column.initial'),
      cell: ({ terms }) => percent(terms.initialRate),
    },
    {
      name: 'liquidation',
      header: t('loan.column.liquidation'),
      cell: ({ terms }) => percent(terms.liquidationRate),
    },
    {
      name: 'bounds',
      header: t('loan.column.bounds'),
      cell: ({ least, most, coin }) =>
        `${grouped(least, language)} – ${grouped(most, language)} ${coin}`,
      isMinor: true,
    },
    {
      name: 'lendable',
      header: t('loan.column.lendable'),
      cell: ({ lendable, coin }) => `${fixed(lendable, 2, { language, rounding: 'down' })} ${coin}`,
    },
  ];
}
