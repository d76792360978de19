import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseDevice } from './policy.ts';

// Checks a device that an operator has registered, before the signer's administrator writes it into
// policy.json. The office shows its line once; the operator hands it over in person, and reads its
// fingerprint out in person or on the phone:
//
// npm run operator-device < line.json
//
// It writes nothing and makes no request: the server never learns the content of the policy.

const device = parseDevice(JSON.parse(readFileSync(0, 'utf8')) as Record<string, unknown>);
const fingerprint = createHash('sha256')
  .update(Buffer.from(device.publicKey, 'base64url'))
  .digest('hex')
  .slice(0, 16)
  .replaceAll(/(.{4})(?=.)/g, '$1 ');
process.stdout.write(
  `Fingerprint: ${fingerprint}. Compare it with ${device.operator}, then add this to operators.devices in policy.json:\n\n${JSON.stringify(device)}\n`,
);
