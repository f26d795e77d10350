// Password rules and hashing (scrypt; shared/design: security, Auth).
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { type ErrorFacts, GeotrawlError } from '../../model/errors.ts';

export interface PasswordKeeper {
  hash(password: string): Promise<string>;
  /** Takes the same time without a stored hash, then fails: response times don't reveal which names exist. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

const leastLength = 12;
const mostLength = 256;

/** log2 of the cost. 2^17 needs 128 MiB and about half a second on a small machine. */
const defaultLogCost = 17;
const [blockSize, parallel, keyBytes, saltBytes] = [8, 1, 32, 16];
/** Concurrent hashes: each needs its memory and a thread. */
const atOnce = 2;
/** Longer queues would exceed any client's timeout. */
const mostWaiting = 20;

/** Common passwords of 12 or more characters; shorter ones are rejected by length. */
const common = new Set(
  `passwordpassword password1234 password12345 password123456 123456789012 1234567890123 qwertyuiop12 qwertyuiop123
  qwertyuiopasdf administrator administrator1 letmeinletmein iloveyou1234 welcome12345 welcome123456 changeme1234
  changemechangeme geotrawlgeotrawl geotrawl1234 adminadminadmin abcdefghijkl abcdefghijklm 1q2w3e4r5t6y 1qaz2wsx3edc
  qazwsxedcrfv zaq12wsxcde3 football1234 sunshine1234 princess1234 trustno1trustno1 correcthorsebatterystaple`.split(
    /\s+/,
  ),
);

/** Throws `usage.bad-argument` with advice. */
export function requireGoodPassword(password: string, name: string): void {
  const folded = normal(password).toLowerCase();
  const refuse = (complaint: string, facts: ErrorFacts): never => {
    throw new GeotrawlError('usage.bad-argument', `${complaint} Try a passphrase.`, {
      facts: { parameter: 'password', ...facts },
    });
  };
  if ([...password].length < leastLength)
    refuse(`Password too short (minimum ${leastLength} characters).`, { reason: 'password-short', least: leastLength });
  if (password.length > mostLength)
    refuse(`Password too long (maximum ${mostLength} characters).`, { reason: 'password-long', most: mostLength });
  if (new Set(folded).size < 5) refuse('The password repeats a few characters.', { reason: 'password-repeats' });
  if (common.has(folded)) refuse('The password is too common.', { reason: 'password-common' });
  if (folded.includes(name.toLowerCase()) && folded.length < name.length + leastLength)
    refuse('The password is little more than the name.', { reason: 'password-name' });
}

export function createPasswordKeeper(logCost = defaultLogCost): PasswordKeeper {
  const turns = makeTurns();
  const derive = (password: string, salt: Uint8Array, log: number) => turns(() => scryptKey(password, salt, log));
  const noSalt = randomBytes(saltBytes);
  return {
    hash: async (password) => {
      const salt = randomBytes(saltBytes);
      const key = await derive(password, salt, logCost);
      return ['scrypt', logCost, blockSize, parallel, salt.toString('base64'), key.toString('base64')].join('$');
    },
    verify: async (password, stored) => {
      const [, log, , , salt = '', key = ''] = (stored ?? '').split('$');
      if (stored === null) {
        await derive(password.slice(0, mostLength), noSalt, logCost);
        return false;
      }
      const expected = Buffer.from(key, 'base64');
      const derived = await derive(password.slice(0, mostLength), Buffer.from(salt, 'base64'), Number(log));
      return derived.length === expected.length && timingSafeEqual(derived, expected);
    },
  };
}

/** NFKC: the same password however the keyboard composed its letters. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

function scryptKey(password: string, salt: Uint8Array, logCost: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logCost, r: blockSize, p: parallel, maxmem: 2 ** (logCost + 11) };
  return new Promise((resolve, reject) => {
    scrypt(normal(password), salt, keyBytes, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

/** Limits concurrency; jobs start in order of arrival. */
function makeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (waiting.length >= mostWaiting)
      throw new GeotrawlError('access.busy', 'Too many logins at this moment. Try again in a minute.', {
        retry: true,
      });
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
