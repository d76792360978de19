import type { WireReason } from './appeal-calls.ts';
import type { EvidenceType, P2pWay } from './bounds.ts';
import type { ChatAuthor, ChatFlag, ChatNoteCode, ChatReaders } from './chat-calls.ts';

/** Name of the format of a document, its first field. A changed format has another name. */
export const EVIDENCE_FORMAT = 'meridian-p2p-evidence-1';

type Party = 'buyer' | 'seller';

/**
 * The exchange's signed record of a deal. The signature covers the JSON text of this object. Times
 * are UTC, ISO 8601, '' where there is none; amounts are decimals; a file is named by the SHA-256
 * of its bytes.
 */
export interface EvidenceDocument {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly madeTime: string;
  /**
   * The party that asked for the document. A side sees no more of the other than its page of the
   * deal shows.
   */
  readonly madeFor: Party | 'office';
  readonly deal: {
    /** The reference number of both sides. */
    readonly number: number;
    readonly ad: number;
    /** The side that published the ad. */
    readonly maker: Party;
    readonly coin: string;
    readonly quantity: string;
    readonly priceCny: string;
    readonly moneyCny: string;
    readonly way: P2pWay;
    readonly state: 'unpaid' | 'paid' | 'completed' | 'cancelled';
    readonly endedBy: '' | Party | 'both' | 'timer' | 'ruling';
    /** Coins that the buyer has received. */
    readonly toBuyer: string;
    readonly openedTime: string;
    readonly payDueTime: string;
    readonly paidTime: string;
    readonly releaseDueTime: string;
    readonly endedTime: string;
  };
  readonly buyer: EvidenceParty;
  readonly seller: EvidenceParty;
  /** The seller's account that is paid into. */
  readonly payee: {
    readonly realName: string;
    readonly bankName: string;
    readonly account: string;
  };
  readonly steps: readonly {
    readonly time: string;
    readonly what: ChatNoteCode;
    readonly by: '' | Party | 'both' | 'timer' | 'ruling';
    readonly payDueTime: string;
    readonly toBuyer: string;
    /** The automatic reply of the ad, at the opening. */
    readonly text: string;
  }[];
  readonly chat: readonly {
    readonly row: number;
    readonly time: string;
    readonly author: ChatAuthor;
    /**
     * The readers of a message from customer service. The document of a side has no message to the
     * other side alone.
     */
    readonly to: ChatReaders;
    readonly text: string;
    /** SHA-256 of the picture, '' of a text. */
    readonly file: string;
    readonly flags: readonly ChatFlag[];
  }[];
  readonly appeals: readonly {
    readonly number: number;
    readonly by: Party;
    readonly reason: WireReason;
    readonly state: 'open' | 'withdrawn' | 'settled' | 'ruled';
    readonly isAfterEnd: boolean;
    /** The coins in question. */
    readonly quantity: string;
    readonly openedTime: string;
    readonly answerDueTime: string;
    readonly answeredTime: string;
    readonly endedTime: string;
    readonly statements: readonly {
      readonly by: Party;
      readonly time: string;
      readonly text: string;
      readonly files: readonly string[];
    }[];
    readonly ruling: readonly {
      readonly toBuyer: string;
      readonly toSeller: string;
      readonly fault: Party | 'nobody';
      readonly bondCut: string;
      readonly reason: string;
    }[];
  }[];
  readonly files: readonly {
    readonly sha256: string;
    readonly type: EvidenceType;
    readonly bytes: number;
  }[];
}

/** A side of the deal. A field that the party in `madeFor` may not see is ''. */
export interface EvidenceParty {
  readonly trader: number;
  /** Masked. */
  readonly account: string;
  /** As verified. */
  readonly realName: string;
  readonly phone: string;
}

/** The signed document with the files that it names, as a party saves it and hands it on. */
export interface EvidencePackageFile {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly key: string;
  readonly signature: string;
  readonly document: string;
  /** Contents by SHA-256, in base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** The text of a package. @param contents of files by SHA-256, as far as they could be had */
export function evidencePackageText(
  { key, signature, document }: Omit<EvidencePackageFile, 'files' | 'format'>,
  contents: ReadonlyMap<string, Uint8Array>,
): string {
  const files = Object.fromEntries([...contents].map(([hash, bytes]) => [hash, base64Of(bytes)]));
  const file: EvidencePackageFile = { format: EVIDENCE_FORMAT, key, signature, document, files };
  return JSON.stringify(file, undefined, 1);
}

/** Bytes that are turned into letters at a time: a call takes only so many arguments. */
const CHUNK = 32_768;

function base64Of(bytes: Uint8Array): string {
  let letters = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(letters);
}
