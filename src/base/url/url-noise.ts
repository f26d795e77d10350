// Query parameters that don't change the resource: trackers, session ids, sort order.

const trackers: ReadonlySet<string> = new Set(
  `fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid li_fat_id mc_cid mc_eid mkt_tok _ga _gl
  _hsenc _hsmi __hstc __hssc __hsfp hsctatracking vero_id _openstat oly_enc_id oly_anon_id wickedid epik s_cid`.split(
    /\s+/,
  ),
);

/** Always session ids. */
const sessions: ReadonlySet<string> = new Set(
  'phpsessid jsessionid sessionid session_id sessid aspsessionid cftoken zenid oscsid sitecore_session'.split(' '),
);

/** Session ids if the value looks like one: `sid=12` is more likely a station. */
const ambiguousSessions: ReadonlySet<string> = new Set(['sid', 'session', 'cfid', 'ses']);

export function isTracker(lowerName: string): boolean {
  return lowerName.startsWith('utm_') || trackers.has(lowerName);
}

/** `equals` is the index of the equals sign in `piece`; negative if there is none. */
export function isSessionParameter(lowerName: string, piece: string, equals: number): boolean {
  if (sessions.has(lowerName) || lowerName.startsWith('aspsessionid')) return true;
  return ambiguousSessions.has(lowerName) && equals > 0 && looksRandom(piece.slice(equals + 1));
}

/** The sort order of a directory listing in Apache and nginx: '?C=N;O=D', '?N=A' (edge case 80). */
export function isListingOrder(query: string): boolean {
  return query.length <= 7 && /^(?:C=[NMSD][;&]O=[AD]|[NMSD]=[AD])$/.test(query);
}

/** Looks like a generated token: long, only letters, digits, `-` and `_`, with a digit. */
export function looksRandom(value: string): boolean {
  return value.length >= 16 && /^[\w-]+$/.test(value) && /\d/.test(value);
}
