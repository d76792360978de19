import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  EVIDENCE_FORMAT,
  evidencePackageText,
  type EvidencePackageFile,
} from '@meridian/contract/p2p/evidence-document';
import { describe, expect, it } from 'vitest';
import { checkEvidence, type EvidenceVerdict } from './evidence-check.ts';

const PICTURE = Uint8Array.from({ length: 100_000 }, (_none, at) => at % 251);
const hash = createHash('sha256').update(PICTURE).digest('hex');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const keys = [
  { id: 'other', pem: pemOf(generateKeyPairSync('ed25519').publicKey) },
  { id: 'ours', pem: pemOf(publicKey) },
];

function pemOf(key: typeof publicKey): string {
  return key.export({ format: 'pem', type: 'spki' }).toString();
}

/** A signed package, with a letter that is no ASCII and half of one. */
function made(contents: ReadonlyMap<string, Uint8Array> = new Map([[hash, PICTURE]])): string {
  const document = JSON.stringify({
    format: EVIDENCE_FORMAT,
    deal: { number: 7, moneyCny: '705.00' },
    chat: [{ text: 'Zoë 支付 \ud800' }],
    files: [{ sha256: hash, type: 'image/jpeg', bytes: PICTURE.length }],
  });
  const signature = sign(null, Buffer.from(document), privateKey).toString('base64');
  return evidencePackageText({ key: 'ours', signature, document }, contents);
}

function changed(change: (file: Record<string, unknown> & EvidencePackageFile) => object): string {
  const file = JSON.parse(made()) as Record<string, unknown> & EvidencePackageFile;
  return JSON.stringify({ ...file, ...change(file) });
}

const kindOf = async (text: string): Promise<EvidenceVerdict['kind']> =>
  (await checkEvidence(text, keys)).kind;

describe('an evidence file', () => {
  it('is whole as it was made, also when it was laid out anew', async () => {
    const verdict = await checkEvidence(made(), keys);
    expect(verdict).toMatchObject({
      kind: 'whole',
      document: { deal: { number: 7 } },
      files: [{ sha256: hash, state: 'same', content: PICTURE }],
    });
    expect(await kindOf(JSON.stringify(JSON.parse(made()), undefined, 4))).toBe('whole');
  });

  it('is changed when a letter of the document or of the signature is another', async () => {
    const document = ({ document: text }: EvidencePackageFile) => ({
      document: text.replace('705.00', '706.00'),
    });
    expect(await kindOf(changed(document))).toBe('changed');
    expect(await kindOf(changed((file) => ({ document: `${file.document} ` })))).toBe('changed');
    const forged = ({ signature: text }: EvidencePackageFile) => ({
      signature: `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`,
    });
    expect(await kindOf(changed(forged))).toBe('changed');
    expect(await kindOf(changed(() => ({ signature: '' })))).toBe('changed');
    expect(await kindOf(changed(() => ({ signature: '%' })))).toBe('changed');
  });

  it('tells nothing of what it says when it is changed', async () => {
    const text = changed((file) => ({ document: file.document.replace('705.00', '706.00') }));
    expect(await checkEvidence(text, keys)).toEqual({ kind: 'changed' });
  });

  it('is changed when it names another key of ours, and of nobody when it names an unknown one', async () => {
    expect(await kindOf(changed(() => ({ key: 'other' })))).toBe('changed');
    expect(
      await checkEvidence(
        changed(() => ({ key: 'forged' })),
        keys,
      ),
    ).toEqual({
      kind: 'unknownKey',
      key: 'forged',
    });
  });

  it('has changed files when one is another, or more than the document names', async () => {
    const other = Buffer.from('another picture').toString('base64');
    const verdict = await checkEvidence(
      changed(() => ({ files: { [hash]: other } })),
      keys,
    );
    expect(verdict).toMatchObject({
      kind: 'filesChanged',
      files: [{ state: 'changed', content: undefined }],
    });
    expect(await kindOf(changed(({ files }) => ({ files: { ...files, added: other } })))).toBe(
      'filesChanged',
    );
    expect(await kindOf(changed(() => ({ files: { [hash]: '%' } })))).toBe('filesChanged');
  });

  it('is incomplete without a file', async () => {
    expect(await checkEvidence(made(new Map()), keys)).toMatchObject({
      kind: 'incomplete',
      files: [{ state: 'missing' }],
    });
  });

  it('is none where the text is something else, or has a field more', async () => {
    const others = ['', 'null', '[]', '{}', '{"format":"other"}', made().slice(1)];
    for (const text of others) expect(await kindOf(text)).toBe('unreadable');
    expect(await kindOf(changed(() => ({ note: 'Trust me.' })))).toBe('unreadable');
    expect(await kindOf(changed(() => ({ files: null })))).toBe('unreadable');
    expect(await kindOf(changed(() => ({ files: { [hash]: 5 } })))).toBe('unreadable');
  });

  it('cannot be checked where the algorithm is not known', async () => {
    expect(await checkEvidence(made(), [{ id: 'ours', pem: 'none' }])).toEqual({
      kind: 'unsupported',
    });
  });
});
