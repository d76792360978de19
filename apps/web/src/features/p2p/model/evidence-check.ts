import {
  EVIDENCE_FORMAT,
  type EvidenceDocument,
  type EvidencePackageFile,
} from '@meridian/contract/p2p/evidence-document';

export interface PublishedKey {
  readonly id: string;
  /** Ed25519, PEM. */
  readonly pem: string;
}

type NamedFile = EvidenceDocument['files'][number];

/** A file that a document names, and the state of its content in the package. */
export interface CheckedFile extends NamedFile {
  readonly state: 'same' | 'changed' | 'missing';
  /** Of an unchanged file. */
  readonly content: Uint8Array<ArrayBuffer> | undefined;
}

/** The result of the check of a file. It has no document where the signature is not right. */
export type EvidenceVerdict =
  | { readonly kind: 'unreadable' | 'unsupported' | 'changed' }
  | { readonly kind: 'unknownKey'; readonly key: string }
  | {
      /** The signed document is as it was. `filesChanged`: some of the files beside it are not. */
      readonly kind: 'whole' | 'incomplete' | 'filesChanged';
      readonly document: EvidenceDocument;
      readonly files: readonly CheckedFile[];
    };

const FIELDS = ['document', 'files', 'format', 'key', 'signature'].join();
const SIGNATURE = 'Ed25519';

/** Checks signature and hashes of an evidence file, with nothing but the published keys. */
export async function checkEvidence(
  text: string,
  keys: readonly PublishedKey[],
): Promise<EvidenceVerdict> {
  const file = readPackage(text);
  if (file === undefined) return { kind: 'unreadable' };
  const signer = keys.find(({ id }) => id === file.key);
  if (signer === undefined) return { kind: 'unknownKey', key: file.key };
  const key = await publicKeyOf(signer.pem);
  if (key === undefined) return { kind: 'unsupported' };
  const [signature, signed] = [bytesOf(file.signature), new TextEncoder().encode(file.document)];
  const isSigned =
    signature !== undefined && (await crypto.subtle.verify(SIGNATURE, key, signature, signed));
  if (!isSigned) return { kind: 'changed' };
  const document = JSON.parse(file.document) as EvidenceDocument;
  const files = await Promise.all(
    document.files.map((named) => checkFile(named, file.files[named.sha256])),
  );
  const known = new Set(files.map(({ sha256 }) => sha256));
  const isAdded = Object.keys(file.files).some((hash) => !known.has(hash));
  const has = (state: CheckedFile['state']): boolean => files.some((each) => each.state === state);
  const kind = isAdded || has('changed') ? 'filesChanged' : has('missing') ? 'incomplete' : 'whole';
  return { kind, document, files };
}

/** The parts of a file, undefined where it is no package. */
function readPackage(text: string): EvidencePackageFile | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const file = read as Record<keyof EvidencePackageFile, unknown>;
  const isPackage =
    Object.keys(file).sort().join() === FIELDS &&
    file.format === EVIDENCE_FORMAT &&
    [file.key, file.signature, file.document].every((field) => typeof field === 'string') &&
    typeof file.files === 'object' &&
    file.files !== null &&
    Object.values(file.files).every((content) => typeof content === 'string');
  return isPackage ? (file as EvidencePackageFile) : undefined;
}

async function checkFile(named: NamedFile, base64: string | undefined): Promise<CheckedFile> {
  if (base64 === undefined) return { ...named, state: 'missing', content: undefined };
  const content = bytesOf(base64);
  const isSame = content !== undefined && (await sha256Of(content)) === named.sha256;
  return isSame
    ? { ...named, state: 'same', content }
    : { ...named, state: 'changed', content: undefined };
}

/** Undefined where the browser does not know the algorithm. */
async function publicKeyOf(pem: string): Promise<CryptoKey | undefined> {
  const der = bytesOf(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''));
  // A browser has no `subtle` for a page that did not come by https.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (der === undefined || subtle === undefined) return undefined;
  return subtle.importKey('spki', der, SIGNATURE, false, ['verify']).catch(() => undefined);
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Undefined where the text is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
