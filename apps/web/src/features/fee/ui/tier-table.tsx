import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { FeeTier, FeeTiers } from '../../../shared/market/fee-tiers.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';

/** All levels, the user's own marked. */
export function TierTable({ fees }: { readonly fees: FeeTiers }) {
  const t = useTranslate();
  const language = useLanguage();
  const { currency, days, own, tiers } = fees;
  const isOwn = ({ level }: FeeTier): boolean => level === own?.level;
  const columns: readonly Column<FeeTier>[] = [
    {
      name: 'level',
      header: t('fee.levelName'),
      cell: (tier) => (
        <>
          {t('fee.level', { level: tier.level })}{' '}
          {isOwn(tier) && <Badge tone="accent">{t('fee.mine')}</Badge>}
        </>
      ),
    },
    {
      name: 'volume',
      header: t('fee.volume', { days }),
      cell: ({ volume }) => `≥ ${grouped(volume, language)} ${currency}`,
    },
    {
      name: 'maker',
      header: t('fee.maker'),
      cell: ({ makerFee }) => `${grouped(makerFee, language)}%`,
    },
    {
      name: 'taker',
      header: t('fee.taker'),
      cell: ({ takerFee }) => `${grouped(takerFee, language)}%`,
    },
  ];
  const rule = t('fee.rule', { days, currency });
  const hasRebates = tiers.some(({ makerFee }) => makerFee.startsWith('-'));
  return (
    <Card title={t('fee.tiers')} about={hasRebates ? `${rule} ${t('fee.rebates')}` : rule}>
      <DataTable
        label={t('fee.tiers')}
        columns={columns}
        rows={tiers}
        rowKey={({ level }) => level}
        isTaken={isOwn}
        empty={null}
        size="roomy"
        narrow="columns"
      />
    </Card>
  );
}
