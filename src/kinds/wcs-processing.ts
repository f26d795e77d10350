// Whether a WCS also answers queries: its Processing extension (OGC 08-059r4), by which WCPS is offered.
import type { XmlSource } from '../base/xml/xml.ts';
import { walkXml } from '../base/xml/xml-walk.ts';
import { collectOws } from './ogc/ows/ows-common.ts';

export interface Processing {
  /** From the profile's URI; null where only the operation shows it. */
  readonly version: string | null;
}

/** Profiles and operations come before the contents, which may be long. */
const headBytes = 1_048_576;

const profile = /WCS_service-extension_processing(?:\/(\d[\d.]*))?|\bwcps\b(?:\/(\d[\d.]*))?/i;

/** Null for a WCS without it. */
export function readProcessing({ bytes, charset }: XmlSource): Processing | null {
  const head = bytes.subarray(0, headBytes);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  // A quick look first: most have none of these words.
  if (!/extension_processing|wcps|ProcessCoverage/i.test(text)) return null;
  const ows = collectOws();
  walkXml({ bytes: head, charset, partial: null }, ows.rules);
  const { profiles, operations } = ows.finish();
  const match = profiles.map((uri) => profile.exec(uri)).find((found) => found !== null);
  if (match != null) return { version: match[1] ?? match[2] ?? null };
  return operations.some(({ name }) => /^ProcessCoverages?$/i.test(name)) ? { version: null } : null;
}
