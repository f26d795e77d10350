// What responses of search engines have in common: JSON, and the statuses for key and quota errors.
import { isObject, type JsonObject, type JsonValue, readJsonObject, stringAt } from '../base/json/json.ts';
import { webUrl } from '../base/url/web-url.ts';
import type { Document } from '../model/document.ts';
import type { SearchRefusal } from '../model/search-engine.ts';

/** The object an engine returned, or why there is none. */
export function readSearchResponse(document: Document): JsonObject | SearchRefusal {
  const refusal = refusalOf(document.status);
  if (refusal !== null) return refusal;
  return readJsonObject(document) ?? 'unreadable';
}

export function refusalOf(status: number): SearchRefusal | null {
  if (status === 429) return 'quota';
  // 402: the account has no credit left.
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return 'denied';
  return status >= 300 ? 'unreadable' : null;
}

/** Distinct URLs of a list of results, in order. */
export function resultUrls(results: readonly JsonValue[], name: string): string[] {
  const urls = results
    .filter(isObject)
    .map((result) => webUrl(stringAt(result, name)))
    .filter((url) => url !== null);
  return [...new Set(urls)];
}

/** The URL of an API with parameters added. */
export function withParameters(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const built = new URL(url);
  for (const [name, value] of Object.entries(parameters)) built.searchParams.set(name, String(value));
  return built.href;
}
