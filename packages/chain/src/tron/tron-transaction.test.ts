import { describe, expect, test } from 'vitest';
import { decodeSigned } from '../testing/signed-tron.ts';
import { tronHex } from './tron-address.ts';
import { encodeFields, ProtobufError } from './protobuf.ts';
import {
  decodeTronRaw,
  encodeSigned,
  encodeTronRaw,
  readTronRaw,
  tronTxid,
} from './tron-transaction.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** Transactions of the main chain with their ids, as published. */
const COIN = {
  txid: 'c558bd35978267d8999baf6148703cbc94786f3f2e22893637588ca05437d7f0',
  hex: '0a02193b2208aaecd88e4e0e752840e098909f9b305a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412330a154198927ffb9f554dc4a453c64b2e553a02d6df514b121541d0b69631440f0a494bb51f7eee68ff5c593c00f01880ade20470b4d58c9f9b30',
};
const TOKEN = {
  txid: 'efe5cd71c441ce4d56c10a2b926919b48ce15f1edbc3de923e5e4febcb4f91ca',
  hex: '0a02bb66220896b95c21f21f646840b894daff8e345aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15419858effd232b4033e47d90003d41ec34ecaeda94121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000000cbc9f1a9e6da62d2fd6283aa51f4dea2c0fc1c79000000000000000000000000000000000000000000000000000000000012d68770f7c6d6ff8e34900180c2d72f',
};
const MEMO =
  '0a023dce220895da42177db0050740d8e0a5feed2d522c43727970746f436861696e2d54726f6e5352204c6564676572205472616e73616374696f6e732054657374735a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412330a1541c8599111f29c1e1e061265b4af93ea1f274ad78a121541c8599111f29c1e1e061265b4af93ea1f274ad78a1880c2d72f709d94a2feed2d';

describe('real transactions', () => {
  test('TRX', () => {
    const raw = decodeTronRaw(bytes(COIN.hex));
    expect(raw).toEqual({
      refBlockBytes: '193b',
      refBlockHash: 'aaecd88e4e0e7528',
      expiresAtMs: 1_656_580_476_000,
      createdAtMs: 1_656_580_418_228,
      feeLimit: 0n,
      action: {
        kind: 'coin',
        from: 'TPswDDCAWhJAZGdHPidFg5nEf8TkNToDX1',
        to: 'TUznHJfHe6gdYY7gvWmf6bNZHuPHDZtowf',
        amount: 10_000_000n,
      },
    });
    expect(Buffer.from(encodeTronRaw(raw)).toString('hex')).toBe(COIN.hex);
    expect(tronTxid(bytes(COIN.hex))).toBe(COIN.txid);
  });

  test('a TRC-20 transfer of the real dollar', () => {
    const { action, feeLimit } = decodeTronRaw(bytes(TOKEN.hex));
    expect(action).toMatchObject({
      kind: 'token',
      contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      amount: 1_234_567n,
    });
    expect(tronHex(action.from)).toBe('419858effd232b4033e47d90003d41ec34ecaeda94');
    expect(tronHex(action.to)).toBe('41cbc9f1a9e6da62d2fd6283aa51f4dea2c0fc1c79');
    expect(feeLimit).toBe(100_000_000n);
    expect(tronTxid(bytes(TOKEN.hex))).toBe(TOKEN.txid);
  });

  test('a memo is read in what others send, and refused in what we sign', () => {
    expect(readTronRaw(bytes(MEMO)).action).toMatchObject({ kind: 'coin', amount: 100_000_000n });
    expect(() => decodeTronRaw(bytes(MEMO))).toThrow('more than a transfer');
  });
});

describe('bytes that are no plain transfer', () => {
  test('each single changed, missing or added byte is another transaction or none', () => {
    const whole = bytes(TOKEN.hex);
    const { action } = decodeTronRaw(whole);
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Uint8Array.from(whole, (byte, position) =>
        position === at ? byte ^ 1 : byte,
      );
      for (const candidate of [changed, whole.subarray(0, at)]) {
        try {
          const read = decodeTronRaw(candidate);
          expect(Buffer.from(encodeTronRaw(read)).equals(candidate)).toBe(true);
          expect(tronTxid(candidate)).not.toBe(TOKEN.txid);
        } catch (error) {
          // Encoders refuse too, for example a contract's name that does not exist.
          expect(error).toBeInstanceOf(Error);
        }
      }
    }
    expect(action.amount).toBe(1_234_567n);
    expect(() => decodeTronRaw(bytes(`${TOKEN.hex}9a0100`))).toThrow(ProtobufError);
    // A second contract, and a number written with more bytes than it needs.
    expect(() => decodeTronRaw(bytes(`${TOKEN.hex}5a00`))).toThrow(ProtobufError);
    expect(() =>
      decodeTronRaw(bytes(TOKEN.hex.replace('900180c2d72f', '900180c2d7af00'))),
    ).toThrow();
  });

  test('numbers out of range', () => {
    expect(() => encodeFields([{ number: 1, value: 1n << 63n }])).toThrow(ProtobufError);
    expect(() => encodeFields([{ number: 1, value: -1n }])).toThrow(ProtobufError);
  });

  test('a signed one carries its bytes unchanged', () => {
    const hex = encodeSigned(bytes(COIN.hex), new Uint8Array(65).fill(9));
    expect(Buffer.from(decodeSigned(hex).raw).toString('hex')).toBe(COIN.hex);
    expect(decodeSigned(hex).signature).toEqual(new Uint8Array(65).fill(9));
  });
});
