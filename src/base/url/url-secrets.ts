// Secrets in URLs: kept for fetching, masked in output and files.

const secretNames: ReadonlySet<string> = new Set(
  `key token auth apikey accesskey authkey appkey appcode licensekey subscriptionkey clientkey sharedkey privatekey
  password passwd pwd pass secret signature sig credential credentials ticket bearer jwt`.split(/\s+/),
);
const secretEndings: readonly string[] = ['token', 'apikey', 'password', 'secret', 'signature', 'credential'];

/** Whether a parameter of this name (any case) carries a secret: `token`, `api_key`, `X-Amz-Signature` … */
export function isSecretParameter(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_.]/g, '');
  return secretNames.has(plain) || secretEndings.some((ending) => plain.endsWith(ending));
}

/** Masks user info and the values of secret parameters, also inside an encoded URL. Accepts any text. */
export function maskSecrets(url: string): string {
  const mask = (match: string, mark: string, name: string, equals: string): string =>
    isSecretParameter(name) ? `${mark}${name}${equals}***` : match;
  return (
    url
      .replace(/(\/\/|%2F%2F)(?:(?!%2F|%3F|%23|%40)[^/?#\s@]){1,200}(@|%40)/gi, '$1***$2')
      // A password may contain an @.
      .replace(/(\/\/\*\*\*)%40[^/?#\s@]{1,200}@/g, '$1@')
      .replace(/([?&;#])([\w.~-]{1,60})(=)[^&#\s]*/g, mask)
      .replace(/(%3F|%26)([\w.~-]{1,60})(%3D)(?:(?!%26|%23)[^&#\s])*/gi, mask)
  );
}
