import { Type, type Static } from 'typebox';
import { EVIDENCE_RULES, EVIDENCE_TYPES } from './bounds.ts';
import { EVIDENCE_FORMAT } from './evidence-document.ts';
import { defineCall } from '../schema/call.ts';
import { Id } from '../schema/scalars.ts';
import { inOffice } from '../schema/office-call.ts';

/** A signed document about a deal, and where the files that it names open. */
export const EvidencePackage = Type.Object({
  format: Type.Enum([EVIDENCE_FORMAT]),
  key: Type.String({ description: 'id of the key that has signed' }),
  signature: Type.String({
    description: 'Ed25519 over the UTF-8 bytes of `document`, 64 bytes in base64',
  }),
  document: Type.String({
    description:
      'JSON: deal, parties, steps, chat, appeals with statements and rulings, and each file by its SHA-256',
  }),
  files: Type.Array(
    Type.Object({
      sha256: Type.String(),
      type: Type.Enum([...EVIDENCE_TYPES]),
      bytes: Type.Integer(),
      link: Type.String({
        description: `opens the file for ${EVIDENCE_RULES.linkMinutes} minutes, for the session that asked`,
      }),
    }),
  ),
});
export type EvidencePackage = Static<typeof EvidencePackage>;

export const evidencePackage = defineCall({
  area: 'p2p',
  access: 'private',
  method: 'GET',
  path: '/api/c2c/evidence_package',
  // Every picture of the chat is read. Four at once, then one a second.
  cost: 50,
  summary:
    'All that belongs to an own deal, signed, for a bank or the police. Of the other side it says what the page of the deal shows',
  input: Type.Object({ id: Id }),
  output: EvidencePackage,
});

export const evidenceKeys = defineCall({
  area: 'p2p',
  access: 'public',
  method: 'GET',
  path: '/api/c2c/evidence_keys',
  summary: 'Every key that has ever signed evidence packages, newest first',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      key: Type.String({
        description: 'the first 16 hexadecimal digits of the SHA-256 of the key in DER',
      }),
      public_key: Type.String({ description: 'Ed25519, PEM (SubjectPublicKeyInfo)' }),
      since_time: Type.String({ description: 'when it began to sign; UTC, ISO 8601' }),
    }),
  ),
});

export const officeEvidencePackage = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/p2p_evidence_package',
  permission: 'p2p.cases',
  cost: 50,
  summary:
    'The same of any deal, with names and phones of both sides whatever its age. Each is logged. Nobody makes one of their own',
  input: Type.Object({ id: Id }),
  output: EvidencePackage,
});
