import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ARROWS,
  fixed,
  grouped,
  MISSING,
  percent,
  percentDirection,
} from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Pagination } from '../../../shared/ui/pagination.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { rankingQuery } from '../api.ts';
import { pageOfRank, PLAY, type Entry, type Ranked, type Season } from '../model/season.ts';
import styles from './ranking-card.module.css';

/** Rows of a page, as in the contract. */
const ROWS = 20;
const DECIMALS = 2;

/** All participants of a season by return, in pages; the own row is marked. */
export function RankingCard({
  season,
  entry,
}: {
  readonly season: Season;
  readonly entry: Entry | null;
}) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const isToCome = season.state === 'upcoming';
  const { data, error, refetch } = useQuery({ ...rankingQuery(season, page), enabled: !isToCome });
  const columns = useColumns(season);
  const ownPage = entry === null || entry.rank === 0 ? undefined : pageOfRank(entry.rank, ROWS);
  const tools = ownPage !== undefined && ownPage !== page && (
    <Button isSmall onClick={() => setPage(ownPage)}>
      {t('contest.myRow')}
    </Button>
  );
  const title = t(season.state === 'ended' ? 'contest.finalRanking' : 'contest.ranking');
  return (
    <Card title={title} about={t('contest.rankingAbout')} tools={tools}>
      {data === undefined && error !== null ? (
        <Failure message={error.message} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={isToCome ? [] : data?.list}
          rowKey={({ rank }) => rank}
          empty={<Empty>{t(isToCome ? 'contest.notYet' : 'contest.noRanking')}</Empty>}
          isTaken={({ isMe }) => isMe}
          skeletonRows={Math.min(ROWS, season.participants)}
          narrow="columns"
        />
      )}
      {data !== undefined && (
        <Pagination page={page} pageCount={Math.ceil(data.total / data.limit)} onPage={setPage} />
      )}
    </Card>
  );
}

function useColumns(season: Season): readonly Column<Ranked>[] {
  const t = useTranslate();
  const language = useLanguage();
  const columns: Column<Ranked>[] = [
    {
      name: 'rank',
      header: t('contest.rank'),
      cell: ({ rank }) => grouped(String(rank), language),
    },
    {
      name: 'name',
      header: t('contest.name'),
      align: 'start',
      cell: ({ name, isMe }) => (
        <span className={styles['name']}>
          {name}
          {isMe && <Badge tone="accent">{t('contest.you')}</Badge>}
        </span>
      ),
    },
    {
      name: 'return',
      header: t('contest.return'),
      cell: ({ returnRate }) => <Return rate={returnRate} />,
    },
    {
      name: 'equity',
      header: `${t('contest.equity')} (${PLAY})`,
      isMinor: true,
      cell: ({ equity }) => fixed(equity, DECIMALS, { language, rounding: 'down' }),
    },
  ];
  if (season.prizes.length > 0)
    columns.push({
      name: 'prize',
      header: `${t('contest.prize')} (${season.prizeCurrency})`,
      isMinor: true,
      cell: ({ prize }) => (prize === '' ? MISSING : grouped(prize, language)),
    });
  return columns;
}

function Return({ rate }: { readonly rate: string }) {
  const language = useLanguage();
  const direction = percentDirection(rate);
  return (
    <span className={direction === 'flat' ? undefined : direction}>
      {percent(rate, language)} <span aria-hidden="true">{ARROWS[direction]}</span>
    </span>
  );
}
