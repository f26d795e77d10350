// Secrets in URLs: kept for fetching, masked wherever a person or a file may see them.

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

/** The URL with user info and the values of secret parameters replaced, also inside an encoded URL. Takes any text. */
export function maskSecrets(url: string): string {
  const mask = (whole: string, mark: string, name: string, equals: string): string =>
    isSecretParameter(name) ? `${mark}${name}${equals}***` : whole;
  return (
    url
      .replace(/(\/\/|%2F%2F)(?:(?!%2F|%3F|%23|%40)[^/?#\s@]){1,200}(@|%40)/gi, '$1***$2')
      // A password may hold the sign that ends it.
      .replace(/(\/\/\*\*\*)%40[^/?#\s@]{1,200}@/g, '$1@')
      .replace(/([?&;#])([\w.~-]{1,60})(=)[^&#\s]*/g, mask)
      .replace(/(%3F|%26)([\w.~-]{1,60})(%3D)(?:(?!%26|%23)[^&#\s])*/gi, mask)
  );
}
