// Pages of documents that are not HTML: what they have in common.
import type { Document, Page } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import { headerRules, readLanguage } from './page-rules.ts';

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
