import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hash,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Salt and size of records. */
const HEAD_BYTES = SALT_BYTES + 4;

interface Keys {
  readonly privateKey: string;
  readonly auth: string;
}

/**
 * A browser that is subscribed: reads the messages that are sent to it, by RFC 8188 and RFC 8291,
 * without the library that sends.
 */
export class TestBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly #key = createECDH('prime256v1');

  /** @param service origin of its push service */
  constructor(service: string, name: string = randomBytes(8).toString('hex'), keys?: Keys) {
    this.endpoint = `${service}/send/${name}`;
    if (keys === undefined) this.#key.generateKeys();
    else this.#key.setPrivateKey(Buffer.from(keys.privateKey, 'base64url'));
    this.p256dh = this.#key.getPublicKey('base64url');
    this.auth = keys?.auth ?? randomBytes(16).toString('base64url');
  }

  /** The server's name of the subscription. */
  get id(): string {
    return hash('sha256', this.endpoint, 'base64url');
  }

  /** The subscription, as `pushSubscribe` takes it. */
  get subscription(): {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
  } {
    const { endpoint, p256dh, auth } = this;
    return { endpoint, p256dh, auth };
  }

  decrypt(body: Buffer): string {
    const salt = body.subarray(0, SALT_BYTES);
    const size = body.readUInt32BE(SALT_BYTES);
    const sender = body.subarray(HEAD_BYTES + 1, HEAD_BYTES + 1 + (body[HEAD_BYTES] ?? 0));
    const record = body.subarray(HEAD_BYTES + 1 + sender.length);
    if (record.length > size) throw new Error('more than one record');
    const shared = this.#key.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#key.getPublicKey(), sender]);
    const input = derived(shared, Buffer.from(this.auth, 'base64url'), info, 32);
    const key = derived(input, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derived(input, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(
      record.subarray(-TAG_BYTES),
    );
    const padded = Buffer.concat([
      decipher.update(record.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error('the last record does not end as one');
    return padded.subarray(0, end).toString();
  }
}

/**
 * The claims about the sender that a push service reads (RFC 8292). Throws where the signature is
 * wrong.
 * @param publicKey that the browser subscribed to
 */
export function claimsOf(authorization: string, publicKey: string): Record<string, unknown> {
  const [, head = '', claims = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('another key than the subscribed one');
  const bytes = Buffer.from(publicKey, 'base64url');
  const x = bytes.subarray(1, 33).toString('base64url');
  const y = bytes.subarray(33).toString('base64url');
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
}

function derived(input: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes));
}
