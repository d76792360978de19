/**
 * For tests: a self-signed certificate for `localhost`, made at run time. Node can sign, but cannot
 * build the bytes of a certificate.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const DAY_MS = 86_400_000;
/** ASN.1 tags. */
const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
} as const;
/** Object identifiers, encoded: ecdsa-with-SHA256, commonName, subjectAltName. */
const OID = {
  ecdsaSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
} as const;

export interface Certificate {
  /** PEM of the private key and of the certificate. */
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for `localhost`, valid from yesterday until tomorrow. */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(
    der(TAG.set, sequence(oid(OID.commonName), der(TAG.text, Buffer.from('localhost')))),
  );
  const algorithm = sequence(oid(OID.ecdsaSha256));
  const names = sequence(der(TAG.dnsName, Buffer.from('localhost')));
  const body = sequence(
    der(TAG.version, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(TAG.extensions, sequence(sequence(oid(OID.subjectAltName), der(TAG.octets, names)))),
  );
  const signature = der(
    TAG.bits,
    Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]),
  );
  const cert = pem('CERTIFICATE', sequence(body, algorithm, signature));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, Buffer.concat(parts));
}

function oid(encoded: string): Buffer {
  return der(TAG.oid, Buffer.from(encoded, 'hex'));
}

/** UTCTime: YYMMDDHHMMSSZ. */
function time(ms: number): Buffer {
  return der(
    TAG.time,
    Buffer.from(
      `${new Date(ms)
        .toISOString()
        .replaceAll(/[-:T]|\..*/g, '')
        .slice(2)}Z`,
    ),
  );
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
