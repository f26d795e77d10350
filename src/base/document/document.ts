// Builds a Document from bytes of any origin.
import type { Document, PartialReason } from '../../model/document.ts';
import type { Problem } from '../../model/problem.ts';
import { decideCharset, decodeText } from '../text/charset.ts';
import { readMediaType } from '../text/media-type.ts';
import { readForm } from './sniff-content.ts';

export interface DocumentInit {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly finalUrl?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly partial?: PartialReason | null;
  readonly redirects?: readonly string[];
  readonly address?: string | null;
  readonly latencyMs?: number;
  readonly elapsedMs?: number;
  readonly fetchedAtMs?: number;
  readonly requests?: number;
  readonly problems?: readonly Problem[];
  readonly parts?: readonly Document[];
}

export function makeDocument(init: DocumentInit): Document {
  const headers = init.headers ?? {};
  const mediaType = readMediaType(headers['content-type']);
  const { charset, conflict } = decideCharset(init.bytes, mediaType.charset, (init.partial ?? null) !== null);
  const problems = [...(init.problems ?? [])];
  if (conflict) {
    problems.push({
      code: 'body.charset-conflict',
      message: `The header or declaration disagrees with the bytes; read as ${charset}.`,
    });
  }
  let text: string | null = null;
  return {
    url: init.url,
    finalUrl: init.finalUrl ?? init.url,
    status: init.status ?? 200,
    headers,
    mediaType: mediaType.essence,
    bytes: init.bytes,
    partial: init.partial ?? null,
    charset,
    redirects: init.redirects ?? [],
    address: init.address ?? null,
    latencyMs: init.latencyMs ?? 0,
    elapsedMs: init.elapsedMs ?? init.latencyMs ?? 0,
    fetchedAtMs: init.fetchedAtMs ?? 0,
    requests: init.requests ?? 0,
    problems,
    parts: init.parts ?? [],
    // Not a getter, though few read it: each object literal with a getter gets its own hidden class, and V8 then retains
    // the document and its text until the next full collection.
    form: readForm({ bytes: init.bytes, charset, mediaType: mediaType.essence }),
    text: () => {
      text ??= decodeText(init.bytes, charset);
      return text;
    },
  };
}
