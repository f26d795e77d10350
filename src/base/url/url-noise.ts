// Query parameters that say who is looking, or in which order, not what is looked at: trackers, session ids, sorting.

const trackers: ReadonlySet<string> = new Set(
  `fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid li_fat_id mc_cid mc_eid mkt_tok _ga _gl
  _hsenc _hsmi __hstc __hssc __hsfp hsctatracking vero_id _openstat oly_enc_id oly_anon_id wickedid epik s_cid`.split(
    /\s+/,
  ),
);

/** Session ids whatever their value. */
const sessions: ReadonlySet<string> = new Set(
  'phpsessid jsessionid sessionid session_id sessid aspsessionid cftoken zenid oscsid sitecore_session'.split(' '),
);

/** Session ids when the value looks like one: `sid=12` is more likely a station. */
const doubtfulSessions: ReadonlySet<string> = new Set(['sid', 'session', 'cfid', 'ses']);

export function isTracker(lowerName: string): boolean {
  return lowerName.startsWith('utm_') || trackers.has(lowerName);
}

/** `equals` is where the value of `piece` begins, minus one; negative when it has none. */
export function isSessionParameter(lowerName: string, piece: string, equals: number): boolean {
  if (sessions.has(lowerName) || lowerName.startsWith('aspsessionid')) return true;
  return doubtfulSessions.has(lowerName) && equals > 0 && looksRandom(piece.slice(equals + 1));
}

/** How a folder is sorted, as Apache and nginx ask: '?C=N;O=D', '?N=A' (edge case 80). The folder is the same. */
export function isListingOrder(query: string): boolean {
  return query.length <= 7 && /^(?:C=[NMSD][;&]O=[AD]|[NMSD]=[AD])$/.test(query);
}

/** Long, made of letters, digits, `-` and `_` only, with a digit: how generated tokens look. */
export function looksRandom(value: string): boolean {
  return value.length >= 16 && /^[\w-]+$/.test(value) && /\d/.test(value);
}
