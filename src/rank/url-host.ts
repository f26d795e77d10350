// The host of a URL, without parsing the rest.

/** Scoring requests the same host several times in a row: reusing the string avoids slicing and rehashing it. */
let lastUrl = '';
let lastHost = '';

/** 'www.example.org:8080' of an absolute URL. */
export function hostOfUrl(url: string): string {
  if (url === lastUrl) return lastHost;
  const start = url.indexOf('//') + 2;
  let end = start;
  while (end < url.length && !isHostEnd(url.charCodeAt(end))) end++;
  lastUrl = url;
  lastHost = url.slice(start, end);
  return lastHost;
}

/** One of / ? # */
function isHostEnd(code: number): boolean {
  return code === 47 || code === 63 || code === 35;
}
