// Pages of documents other than HTML, and what the pages of all formats declare: robots rules and language.
import type { Document, Page } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';

export interface PageContent {
  readonly links: readonly Link[];
  readonly title?: string;
  readonly language?: string | null;
  /** Called at most once. */
  text(): string;
}

export function makePage(document: Document, content: PageContent): Page {
  let text: string | null = null;
  return {
    title: content.title ?? '',
    headings: [],
    language: readLanguage(content.language) ?? readLanguage(document.headers['content-language']),
    baseUrl: document.finalUrl,
    canonicalUrl: null,
    links: content.links,
    ...headerRules(document),
    text: () => {
      text ??= content.text();
      return text;
    },
  };
}

export interface RobotRules {
  readonly nofollow: boolean;
  readonly noindex: boolean;
}

/** Our product token, in lower case; rules for other robots don't apply. */
const productToken = 'geotrawl';

/** Directives that contain a colon themselves, unlike the name of a robot. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/** Reads meta robots content or an X-Robots-Tag header ("noindex, nofollow", "otherbot: none"). */
export function readRobotRules(content: string): RobotRules {
  let nofollow = false;
  let noindex = false;
  let ours = true;
  for (const field of content.toLowerCase().split(',')) {
    const colon = field.indexOf(':');
    const name = colon < 0 ? '' : field.slice(0, colon).trim();
    if (name !== '' && !valued.has(name)) ours = name === productToken || name === 'robots';
    if (!ours) continue;
    const directive = field.slice(colon + 1).trim();
    if (directive === 'nofollow' || directive === 'none') nofollow = true;
    if (directive === 'noindex' || directive === 'none') noindex = true;
  }
  return { nofollow, noindex };
}

/** True for the name of a meta element whose rules apply to us. */
export function addressesUs(metaName: string): boolean {
  const name = metaName.trim().toLowerCase();
  return name === 'robots' || name === productToken;
}

export function headerRules(document: Document): RobotRules {
  return readRobotRules(document.headers['x-robots-tag'] ?? '');
}

/** The first language tag of a list, or null if it is invalid. */
export function readLanguage(list: string | null | undefined): string | null {
  const tag = (list?.split(/[,;]/, 1)[0] ?? '').trim().replaceAll('_', '-');
  const primary = tag.split('-', 1)[0] ?? '';
  // BCP 47: a primary tag of two to eight letters; 35 characters are enough for everything in use (RFC 5646, 4.4.1).
  return /^[a-z]{2,8}$/i.test(primary) && /^[a-z0-9-]{2,35}$/i.test(tag) ? tag : null;
}
