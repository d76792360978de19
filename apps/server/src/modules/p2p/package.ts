import { hash } from 'node:crypto';
import {
  EVIDENCE_FORMAT,
  type EvidenceDocument,
  type EvidenceParty,
} from '@meridian/contract/p2p/evidence-document';
import type { EvidenceFile } from '@meridian/contract/p2p/appeal-calls';
import type { EvidencePackage } from '@meridian/contract/p2p/package-calls';
import type { Party } from '@meridian/core/p2p/p2p-commands';
import { formatDecimal } from '@meridian/money/decimal';
import { listedCurrency } from '../market/currency-of-call.ts';
import { appealsOfUser, type AppealRow } from './appeal-queries.ts';
import { shownAppeals } from './appeal-routes.ts';
import { Chat } from './chat.ts';
import { notesOf } from './chat-notes.ts';
import type { EvidenceKeys } from './evidence-keys.ts';
import type { Ground } from './ground.ts';
import type { DealRow } from './queries.ts';
import { arePartiesShown, formatFiat, formatTicks, WIRE_WAY } from './translate.ts';

/** More than one deal can have: each side withdraws one, and few are decided. */
const MOST_APPEALS = 100;

/**
 * The side or the office that asks for a package, and the session that opens the links to its
 * files.
 */
export interface PackageReader {
  readonly as: Party | 'office';
  readonly session: string;
}

/** Files by their SHA-256: the same picture that was shown twice is one. */
type Files = Map<string, EvidenceFile>;

/**
 * All that belongs to a deal, signed. The caller must have checked the access, and waited for the
 * read model.
 */
export async function packageOf(
  ground: Ground & { readonly keys: EvidenceKeys },
  deal: DealRow,
  reader: PackageReader,
): Promise<EvidencePackage> {
  const files: Files = new Map();
  const [parties, steps, chat, appeals] = await Promise.all([
    partiesOf(ground, deal, reader),
    stepsOf(ground, deal),
    chatOf(ground, deal, { reader, files }),
    appealsOf(ground, deal, { reader, files }),
  ]);
  const named = [...files.values()];
  const document: EvidenceDocument = {
    format: EVIDENCE_FORMAT,
    madeTime: new Date(ground.now()).toISOString(),
    madeFor: reader.as,
    deal: factsOf(ground, deal),
    ...parties,
    steps,
    chat,
    appeals,
    files: named.map(({ hash: sha256, type, bytes }) => ({ sha256, type, bytes })),
  };
  const text = JSON.stringify(document, undefined, 1);
  return {
    format: EVIDENCE_FORMAT,
    ...(await ground.keys.sign(text)),
    document: text,
    files: named.map(({ hash: sha256, type, bytes, link }) => ({ sha256, type, bytes, link })),
  };
}

function factsOf({ live }: Ground, deal: DealRow): EvidenceDocument['deal'] {
  const { code, scale } = listedCurrency(live, deal.currency);
  return {
    number: deal.id,
    ad: deal.ad,
    maker: deal.taker === 'buyer' ? 'seller' : 'buyer',
    coin: code,
    quantity: formatDecimal(deal.quantity, scale),
    priceCny: formatTicks(deal.priceTicks),
    moneyCny: formatFiat(deal.fiat),
    way: WIRE_WAY[deal.way],
    state: deal.state,
    endedBy: deal.endedBy ?? '',
    toBuyer: formatDecimal(deal.toBuyer, scale),
    openedTime: isoOf(deal.openedMs),
    payDueTime: isoOf(deal.payDueMs),
    paidTime: isoOf(deal.paidMs),
    releaseDueTime: isoOf(deal.releaseDueMs),
    endedTime: isoOf(deal.endedMs),
  };
}

/**
 * Both sides and the account that is paid into. Of the other side it has the fields that its page
 * shows.
 */
async function partiesOf(
  { people, payees, now }: Ground,
  deal: DealRow,
  { as }: PackageReader,
): Promise<Pick<EvidenceDocument, Party | 'payee'>> {
  const { buyer, seller, account } = deal;
  const isAllShown = as === 'office' || arePartiesShown(deal, now());
  const [persons, accounts] = await Promise.all([
    people.known([buyer, seller]),
    payees.byId([account]),
  ]);
  const party = (side: Party): EvidenceParty => {
    const person = persons.get(deal[side]);
    const isShown = isAllShown || side === as;
    return {
      trader: deal[side],
      account: person?.name ?? '',
      realName: isShown ? (person?.realName ?? '') : '',
      phone: isShown ? (person?.phone ?? '') : '',
    };
  };
  const payee = isAllShown || as === 'seller' ? accounts.get(account) : undefined;
  return {
    buyer: party('buyer'),
    seller: party('seller'),
    payee: {
      realName: payee?.realName ?? '',
      bankName: payee?.bankName ?? '',
      account: payee?.account ?? '',
    },
  };
}

async function stepsOf(ground: Ground, deal: DealRow): Promise<EvidenceDocument['steps']> {
  const notes = await notesOf(ground, deal);
  return notes.map(({ code, by, due_time_ms, to_buyer: toBuyer, text, time_ms }) => ({
    time: isoOf(time_ms),
    what: code,
    by,
    payDueTime: isoOf(due_time_ms),
    toBuyer,
    text,
  }));
}

/** The chat as its page shows it, with each picture by its content. */
async function chatOf(
  ground: Ground,
  deal: DealRow,
  { reader, files }: { readonly reader: PackageReader; readonly files: Files },
): Promise<EvidenceDocument['chat']> {
  const { pictures } = ground;
  const rows: EvidenceDocument['chat'][number][] = [];
  const messages = await new Chat(ground).whole(deal.id, reader.as);
  // One picture in the memory at a time.
  for (const { number, author, to, text, picture, flags, atMs } of messages) {
    const content = picture === undefined ? undefined : await pictures.contentOf(picture);
    const sha256 = content === undefined ? '' : hash('sha256', content);
    if (picture !== undefined && content !== undefined)
      files.set(sha256, {
        type: 'image/jpeg',
        bytes: content.length,
        hash: sha256,
        link: pictures.linkTo(picture, reader.session),
      });
    rows.push({ row: number, time: isoOf(atMs), author, to, text, file: sha256, flags });
  }
  return rows;
}

async function appealsOf(
  ground: Ground,
  deal: DealRow,
  { reader, files }: { readonly reader: PackageReader; readonly files: Files },
): Promise<EvidenceDocument['appeals']> {
  const asked = { deal: deal.id, page: 1, rows: MOST_APPEALS };
  const found = await appealsOfUser(ground.queries, deal.buyer, asked);
  const rows = found.toReversed();
  const user = reader.as === 'office' ? 0 : deal[reader.as];
  const shown = await shownAppeals(ground, rows, { user, session: reader.session });
  return shown.map((appeal, place) => {
    for (const file of appeal.statements.flatMap((said) => said.files)) files.set(file.hash, file);
    return {
      number: appeal.id,
      by: (rows[place] as AppealRow).by,
      reason: appeal.reason,
      state: appeal.state,
      isAfterEnd: appeal.is_after_end === 1,
      quantity: appeal.number,
      openedTime: isoOf(appeal.open_time_ms),
      answerDueTime: isoOf(appeal.answer_due_ms),
      answeredTime: isoOf(appeal.answer_time_ms),
      endedTime: isoOf(appeal.end_time_ms),
      statements: appeal.statements.map(({ by, create_time_ms, statement, files: shownFiles }) => ({
        by,
        time: isoOf(create_time_ms),
        text: statement,
        files: shownFiles.map((file) => file.hash),
      })),
      ruling: appeal.ruling.map(({ to_buyer, to_seller, fault, bond_cut, reason }) => ({
        toBuyer: to_buyer,
        toSeller: to_seller,
        fault,
        bondCut: bond_cut,
        reason,
      })),
    };
  });
}

/** '' for a time that is not known yet. */
function isoOf(ms: number): string {
  return ms === 0 ? '' : new Date(ms).toISOString();
}
