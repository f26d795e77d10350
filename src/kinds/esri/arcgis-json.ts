// What ArcGIS REST documents have in common: version, errors, texts, time.

import { arrayAt, isObject, type JsonObject, objectAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { textOfHtml } from '../../base/text/html-text.ts';
import type { Document } from '../../model/document.ts';
import { readArcgisAddress } from './arcgis-address.ts';

/** Bytes searched for the version. */
const versionChars = 2_000_000;

/** The document's object; null for errors, which come with status 200 (edge case 6), and for anything else. */
export function readArcgis(document: Document): JsonObject | null {
  const object = readJsonObject(document);
  return object === undefined || isArcgisError(object) ? null : object;
}

/** `{"error":{"code":499,"message":"Token Required"}}`, and `{"status":"error"}` of administration pages. */
function isArcgisError(object: JsonObject): boolean {
  return isObject(object.error) || stringAt(object, 'status') === 'error';
}

/** `currentVersion` as written: 10.0 would come out of a number as 10. */
export function readVersion(document: Document, object: JsonObject): string | null {
  const version = stringAt(object, 'currentVersion');
  if (version === '') return null;
  if (typeof object.currentVersion === 'string') return version;
  const written = /"currentVersion"\s{0,20}:\s{0,20}(\d{1,4}(?:\.\d{1,4})?)/.exec(
    document.text().slice(0, versionChars),
  );
  return written !== null && Number(written[1]) === Number(version) ? copyString(written[1]!) : version;
}

/** 'ArcGIS Server 10.91'. */
export function productVersion(product: string, version: string | null): string {
  return version === null ? product : `${product} ${version}`;
}

/** The service type in the URL, or null. */
export function typeInUrl(document: Document): string | null {
  const address = readArcgisAddress(document.finalUrl);
  return address !== null && address.tail === '' ? address.type : null;
}

/** The first of these members that isn't empty, as plain text: descriptions are often HTML (edge case 71). */
export function firstText(object: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const text = textOfHtml(stringAt(object, name));
    if (text !== '') return copyString(text);
  }
  return '';
}

/** "a, b" or ["a", "b"]. */
export function listAt(object: JsonObject, name: string): readonly string[] {
  const members = arrayAt(object, name).filter((member) => typeof member === 'string');
  const words = members.length > 0 ? members : stringAt(object, name).split(',');
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))].slice(0, 200).map(copyString);
}

/** `timeInfo.timeExtent` in milliseconds since 1970, as an interval; null if it has none. */
export function readTimeExtent(object: JsonObject): string | null {
  const info = objectAt(object, 'timeInfo');
  if (info === null) return null;
  const [start, end] = arrayAt(info, 'timeExtent').map(readInstant);
  return start == null && end == null ? null : `${start ?? '..'}/${end ?? '..'}`;
}

/** Null if it isn't a valid instant. */
function readInstant(value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 8.64e15) return null;
  return new Date(value).toISOString().replace('.000Z', 'Z');
}
