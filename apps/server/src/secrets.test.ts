import { describe, expect, it } from 'vitest';
import { Secrets } from './secrets.ts';

const secrets = new Secrets('a secret of more than thirty-two letters');

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
    expect(() => new Secrets('another secret of thirty-two letters').open('totp 1', sealed)).toThrow('SECRET_KEY');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.open('totp 1', changed)).toThrow('SECRET_KEY');
    }
    expect(() => secrets.open('totp 1', Buffer.alloc(3))).toThrow('SECRET_KEY');
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
