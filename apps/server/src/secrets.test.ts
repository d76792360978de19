import { describe, expect, it } from 'vitest';
import { SEALED_PREFIX_BYTES, Secrets } from './secrets.ts';

const secrets = new Secrets('a secret of more than thirty-two letters');

const OLD = 'the secret of thirty-two letters before';
const NEW = 'the secret of thirty-two letters after';

/** Nonce, tag and text alone. */
function withoutId(sealed: Buffer): Buffer {
  return sealed.subarray(SEALED_PREFIX_BYTES);
}

describe('a sealed text', () => {
  it('opens with the same secret, for the same purpose', () => {
    const sealed = secrets.seal('totp 1', 'JBSWY3DP');
    expect(sealed.includes('JBSWY3DP')).toBe(false);
    expect(secrets.open('totp 1', sealed)).toBe('JBSWY3DP');
    expect(secrets.seal('totp 1', 'JBSWY3DP').equals(sealed)).toBe(false);
  });

  it('does not open otherwise, nor when any byte of it has changed', () => {
    const sealed = secrets.seal('totp 1', 'JBSWY3DP');
    expect(() => secrets.open('totp 2', sealed)).toThrow('SECRET_KEY');
    expect(() =>
      new Secrets('another secret of thirty-two letters').open('totp 1', sealed),
    ).toThrow('SECRET_KEY');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.open('totp 1', changed)).toThrow('SECRET_KEY');
    }
    expect(() => secrets.open('totp 1', Buffer.alloc(3))).toThrow('SECRET_KEY');
  });

  it('says with which key it was sealed, and opens with an older one of the ring', () => {
    const ring = new Secrets(NEW, [OLD]);
    const sealed = new Secrets(OLD).seal('totp 1', 'JBSWY3DP');
    expect(ring.open('totp 1', sealed)).toBe('JBSWY3DP');
    expect([
      ring.isNewest(sealed),
      ring.isNewest(ring.seal('totp 1', 'x')),
      new Secrets(OLD).isNewest(sealed),
    ]).toEqual([false, true, true]);
    expect(() => new Secrets(NEW).open('totp 1', sealed)).toThrow('SECRET_KEYS_OLD');
    expect(() => new Secrets(OLD).open('totp 1', ring.seal('totp 1', 'x'))).toThrow('SECRET_KEY');
  });

  it('opens as versions wrote it that had no ids of keys', () => {
    const sealed = withoutId(new Secrets(OLD).seal('totp 1', 'JBSWY3DP'));
    expect(new Secrets(NEW, [OLD]).open('totp 1', sealed)).toBe('JBSWY3DP');
    expect(() => new Secrets(NEW, [OLD]).open('totp 2', sealed)).toThrow('SECRET_KEY');
  });

  it('takes nothing plain for a sealed text; nothing stays nothing', () => {
    expect(secrets.openText('name 1', secrets.sealText('name 1', '王小明'))).toBe('王小明');
    expect([secrets.sealText('name 1', ''), secrets.openText('name 1', '')]).toEqual(['', '']);
    expect(() => secrets.openText('name 1', '王小明')).toThrow('SECRET_KEY');
  });
});

describe('a signature', () => {
  it('is of its text and purpose only', () => {
    const signature = secrets.sign('upload', 'x 1');
    expect(secrets.isSigned('upload', 'x 1', signature)).toBe(true);
    expect(secrets.isSigned('upload', 'x 2', signature)).toBe(false);
    expect(secrets.isSigned('other', 'x 1', signature)).toBe(false);
    expect(secrets.isSigned('upload', 'x 1', '')).toBe(false);
  });
});

describe('keys of which an older one is in the ring', () => {
  it('prove what the older one has signed, while it is there', () => {
    const signature = new Secrets(OLD).sign('upload', 'x 1');
    expect(new Secrets(NEW, [OLD]).isSigned('upload', 'x 1', signature)).toBe(true);
    expect(new Secrets(NEW).isSigned('upload', 'x 1', signature)).toBe(false);
  });

  it('make codes and hashes with the lasting key, whichever key is the newest', () => {
    const [before, after] = [new Secrets(OLD), new Secrets(NEW, [OLD])];
    expect(after.mac('log', 'x').equals(before.mac('log', 'x'))).toBe(true);
    const alone = new Secrets(NEW);
    expect(alone.hash('document', 'x')).not.toBe(before.hash('document', 'x'));
    alone.useLastingKey(before.firstLastingKey);
    expect(alone.hash('document', 'x')).toBe(before.hash('document', 'x'));
  });
});
