import { encryptNotification } from '@block65/webcrypto-web-push';
import { describe, expect, it } from 'vitest';
import { TestBrowser } from '../../../test/push/test-browser.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { pushEndpoint } from './push-services.ts';

const OWN = 'http://127.0.0.1:8000';

describe('the address of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/dA3:APA91bE',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2bx%3d',
    'https://web.push.apple.com/QGuQyavXutnMH',
  ])('may be %s', (text) => {
    expect(pushEndpoint(text, undefined).href).toBe(text);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://fcm.googleapis.com:443/fcm/send/a',
    'https://fcm.googleapis.com./fcm/send/a',
    'https://FCM.googleapis.com/fcm/send/a',
    'https://user@fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com@127.0.0.1/fcm/send/a',
    'https://fcm.googleapis.com/fcm/send/a#b',
    'https://fcm.googleapis.com.evil.example/fcm/send/a',
    'https://evilfcm.googleapis.com/fcm/send/a',
    'https://storage.googleapis.com/a',
    'https://push.services.mozilla.com.evil.example/a',
    'https://evilpush.services.mozilla.com/a',
    'https://evil.example/.push.services.mozilla.com',
    'https://evil.example?.notify.windows.com',
    'https://evil.example\\.push.apple.com/a',
    'https://notify.windows.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/a',
    'http://127.0.0.1:8000/a',
    'http://127.0.0.1:5432/a',
    'file:///etc/passwd',
    'data:text/plain,a',
    ' https://fcm.googleapis.com/fcm/send/a',
    'fcm.googleapis.com',
    '',
  ])('may not be %s', (text) => {
    expect(() => pushEndpoint(text, undefined)).toThrow(Refusal);
  });

  it('may be at the service of a demo, and at no other port of this machine', () => {
    expect(pushEndpoint(`${OWN}/send/a`, OWN).href).toBe(`${OWN}/send/a`);
    for (const text of [
      'http://127.0.0.1:5432/a',
      'http://localhost:8000/a',
      `${OWN}@evil.example/`,
    ])
      expect(() => pushEndpoint(text, OWN), text).toThrow(Refusal);
  });
});

describe('what is sent', () => {
  it('is read by the example of RFC 8291, appendix A', () => {
    const browser = new TestBrowser(OWN, 'a', {
      privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    });
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
    expect(browser.decrypt(Buffer.from(body, 'base64url'))).toBe(
      'When I grow up, I want to be a watermelon',
    );
  });

  it('is read by the browser that it is for, and by no other; its length says nothing', async () => {
    const [browser, other] = [new TestBrowser(OWN), new TestBrowser(OWN)];
    const { endpoint, p256dh, auth } = browser;
    const sent = async (text: string) =>
      Buffer.from(
        await encryptNotification(
          { endpoint, expirationTime: null, keys: { p256dh, auth } },
          Buffer.from(text),
        ),
      );
    const [short, long] = [await sent('a'), await sent('价格提醒 '.repeat(100))];
    expect(browser.decrypt(short)).toBe('a');
    expect(browser.decrypt(long)).toBe('价格提醒 '.repeat(100));
    expect(() => other.decrypt(short)).toThrow();
    expect([short.length, long.length]).toEqual([4096, 4096]);
  });
});
