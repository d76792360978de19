import type { EvidenceDocument, EvidenceParty } from '@meridian/contract/p2p/evidence-document';
import { useEffect, useState } from 'react';
import { dateAndTime, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { FIAT } from '../model/ad.ts';
import type { CheckedFile } from '../model/evidence-check.ts';
import appeal from './appeal.module.css';
import deal from './deal.module.css';
import styles from './evidence-parts.module.css';

interface EvidencePartsProps {
  readonly document: EvidenceDocument;
  readonly files: readonly CheckedFile[];
}

/** The content of a genuine evidence file: the deal, its sides, its steps, chat, appeals, files. */
export function EvidenceParts({ document, files }: EvidencePartsProps) {
  const t = useTranslate();
  const named = new Map(files.map((file, index) => [file.sha256, { file, number: index + 1 }]));
  const shown = (hashes: readonly string[]) =>
    hashes.map((hash) => {
      const { file, number } = named.get(hash) ?? {};
      return file && <ShownFile key={hash} file={file} number={number ?? 0} />;
    });
  return (
    <>
      <DealFacts document={document} />
      <Sides document={document} />
      <Card title={t('p2p.verify.steps')}>
        <ol className={styles['list']}>
          {document.steps.map(({ time, what, by, payDueTime, toBuyer, text }) => (
            <li key={`${time} ${what}`}>
              <time dateTime={time}>{timeOf(time)}</time>
              <Note
                code={what}
                who={by}
                due={payDueTime}
                coins={`${toBuyer} ${document.deal.coin}`}
              />
              {text !== '' && <p className={appeal['text']}>{text}</p>}
            </li>
          ))}
        </ol>
      </Card>
      {document.chat.length > 0 && (
        <Card title={t('p2p.chat.title')}>
          <ol className={styles['list']}>
            {document.chat.map(({ row, time, author, text, file }) => (
              <li key={row}>
                <Said by={author} time={time} />
                <p className={appeal['text']}>{text}</p>
                {file !== '' && <div className={appeal['shown']}>{shown([file])}</div>}
              </li>
            ))}
          </ol>
        </Card>
      )}
      {document.appeals.map((each) => (
        <AppealPart key={each.number} appeal={each} coin={document.deal.coin} shown={shown} />
      ))}
      {files.length > 0 && <FileList files={files} />}
    </>
  );
}

function timeOf(iso: string): string {
  return iso === '' ? MISSING : dateAndTime(Date.parse(iso));
}

function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={deal['amounts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? MISSING : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function DealFacts({
  document: { deal: facts, madeFor, madeTime },
}: {
  document: EvidenceDocument;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const coins = (amount: string): string => `${grouped(amount, language)} ${facts.coin}`;
  return (
    <Card
      title={t('p2p.deal.title', { id: String(facts.number) })}
      about={t('p2p.verify.madeFor', { who: madeFor, time: timeOf(madeTime) })}
    >
      <div className={deal['body']}>
        <Facts
          rows={[
            [t('p2p.deal.row.reference'), String(facts.number)],
            [t('p2p.deal.column.quantity'), coins(facts.quantity)],
            [t('p2p.deal.column.price'), `${grouped(facts.priceCny, language)} ${FIAT}`],
            [t('p2p.deal.column.total'), `${grouped(facts.moneyCny, language)} ${FIAT}`],
            [t('p2p.verify.way'), t(`acceptor.way.${facts.way}`)],
            [t('p2p.deal.stateColumn'), t(`p2p.deal.state.${facts.state}`)],
            [t('p2p.verify.toBuyer'), coins(facts.toBuyer)],
            [t('p2p.deal.row.placed'), timeOf(facts.openedTime)],
            [t('p2p.verify.payDue'), timeOf(facts.payDueTime)],
            [t('p2p.verify.paid'), timeOf(facts.paidTime)],
            [t('p2p.verify.releaseDue'), timeOf(facts.releaseDueTime)],
            [t('p2p.deal.row.ended'), timeOf(facts.endedTime)],
          ]}
        />
      </div>
    </Card>
  );
}

function Sides({
  document: { deal: facts, buyer, seller, payee },
}: {
  readonly document: EvidenceDocument;
}) {
  const t = useTranslate();
  const rowsOf = ({ trader, account, realName, phone }: EvidenceParty) =>
    [
      [t('p2p.party.realName'), realName],
      [t('p2p.party.phone'), phone],
      [t('p2p.verify.account'), account],
      [t('p2p.verify.trader'), String(trader)],
    ] as const;
  return (
    <Card title={t('p2p.verify.sides')} about={t('p2p.verify.sidesAbout')}>
      <div className={deal['body']}>
        <h3>{t('p2p.appeal.by.buyer')}</h3>
        <Facts rows={rowsOf(buyer)} />
        <h3>{t('p2p.appeal.by.seller')}</h3>
        <Facts rows={rowsOf(seller)} />
        <h3>{t('p2p.verify.payee')}</h3>
        <Facts
          rows={[
            [t('p2p.payee.realName'), payee.realName],
            ...(facts.way === 'bank'
              ? ([
                  [t('p2p.payee.bankName'), payee.bankName],
                  [t('p2p.payee.bankAccount'), payee.account],
                ] as const)
              : ([[t(`acceptor.way.${facts.way}`), payee.account]] as const)),
          ]}
        />
      </div>
    </Card>
  );
}

function Note({
  code,
  who,
  due,
  coins,
}: {
  readonly code: EvidenceDocument['steps'][number]['what'];
  readonly who: string;
  readonly due: string;
  readonly coins: string;
}) {
  const t = useTranslate();
  return <span>{t(`p2p.chat.note.${code}`, { who, time: timeOf(due), coins })}</span>;
}

function Said({
  by,
  time,
}: {
  readonly by: 'buyer' | 'seller' | 'support';
  readonly time: string;
}) {
  const t = useTranslate();
  return (
    <p className={appeal['hint']}>
      {by === 'support' ? t('p2p.chat.support') : t(`p2p.appeal.by.${by}`)} · {timeOf(time)}
    </p>
  );
}

function AppealPart({
  appeal: { number, by, reason, state, quantity, openedTime, statements, ruling },
  coin,
  shown,
}: {
  readonly appeal: EvidenceDocument['appeals'][number];
  readonly coin: string;
  readonly shown: (hashes: readonly string[]) => React.ReactNode;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const inCoin = (amount: string): string => `${grouped(amount, language)} ${coin}`;
  return (
    <Card
      title={t('p2p.appeal.title', { id: String(number) })}
      about={`${t(`p2p.appeal.by.${by}`)}, ${timeOf(openedTime)}, ${inCoin(quantity)}: ${t(`p2p.appeal.reason.${reason}`)}`}
      tools={<Badge>{t(`p2p.appeal.state.${state}`)}</Badge>}
    >
      <ol className={styles['list']}>
        {statements.map((said) => (
          <li key={`${said.by} ${said.time}`}>
            <Said by={said.by} time={said.time} />
            <p className={appeal['text']}>{said.text}</p>
            <div className={appeal['shown']}>{shown(said.files)}</div>
          </li>
        ))}
        {ruling.map((each) => (
          <li key={each.reason}>
            <h3>{t('p2p.ruling.title')}</h3>
            <p>
              {t('p2p.ruling.coins', {
                buyer: inCoin(each.toBuyer),
                seller: inCoin(each.toSeller),
              })}
            </p>
            <p>{t(`p2p.ruling.fault.${each.fault}`)}</p>
            {each.bondCut !== '0' && (
              <p>{t('p2p.ruling.bond', { amount: grouped(each.bondCut, language) })}</p>
            )}
            <p className={appeal['text']}>{each.reason}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const TONES = { same: 'success', changed: 'danger', missing: 'warn' } as const;
const ENDINGS = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf', 'video/mp4': 'mp4' } as const;

/** Every file that the document names, with its hash and its state in the package. */
function FileList({ files }: { readonly files: readonly CheckedFile[] }) {
  const t = useTranslate();
  return (
    <Card title={t('p2p.verify.files')}>
      <ol className={styles['list']}>
        {files.map((file, index) => (
          <li key={file.sha256}>
            <div className={styles['file']}>
              <span>{t('p2p.evidence.name', { number: index + 1 })}</span>
              <Badge tone={TONES[file.state]}>{t(`p2p.verify.state.${file.state}`)}</Badge>
              <SaveButton file={file} number={index + 1} />
            </div>
            <p className={appeal['hint']}>{t('p2p.verify.hash', { hash: file.sha256 })}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** An unchanged picture is shown at once, other files by their number: none is run in the page. */
function ShownFile({ file, number }: { readonly file: CheckedFile; readonly number: number }) {
  const t = useTranslate();
  const name = t('p2p.evidence.name', { number });
  return file.type === 'image/jpeg' && file.content !== undefined ? (
    <Picture content={file.content} name={name} />
  ) : (
    <span>
      {name} <Badge tone={TONES[file.state]}>{t(`p2p.verify.state.${file.state}`)}</Badge>
    </span>
  );
}

function Picture({
  content,
  name,
}: {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly name: string;
}) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type: 'image/jpeg' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  if (address === '') return null;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={name} />
    </a>
  );
}

function SaveButton({ file, number }: { readonly file: CheckedFile; readonly number: number }) {
  const t = useTranslate();
  const { content, type } = file;
  if (content === undefined) return null;
  const name = t('p2p.evidence.name', { number });
  const ending = ENDINGS[type];
  return (
    <Button isSmall onClick={() => saveFile(`${name}.${ending}`, content, type)}>
      {t('p2p.evidence.save', { name, ending: ending.toUpperCase() })}
    </Button>
  );
}
