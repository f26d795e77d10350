// The host of a URL, without parsing the rest.

/** 'www.example.org:8080' of an absolute URL. */
export function hostOfUrl(url: string): string {
  const start = url.indexOf('//') + 2;
  let end = start;
  while (end < url.length && !isHostEnd(url.charCodeAt(end))) end++;
  return url.slice(start, end);
}

/** One of / ? # */
function isHostEnd(code: number): boolean {
  return code === 47 || code === 63 || code === 35;
}
