// Loaded into a server under attack before its own code: names of other machines do not resolve, as
// on a machine without a network.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|::1)$/;
const { lookup } = dns;

dns.lookup = (name, ...rest) => {
  if (LOCAL.test(name)) {
    lookup(name, ...rest);
    return;
  }
  const answer = rest.at(-1);
  process.nextTick(
    answer,
    Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: name,
    }),
  );
};
syncBuiltinESMExports();
