// The parts of an OpenAPI document (Swagger 2.0, OpenAPI 3), from JSON or YAML.

import { arrayAt, isObject, type JsonObject, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import { readJsonHead } from '../../base/json/json-head.ts';
import { memoize } from '../../base/memoize.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import { readOpenapiYaml } from './openapi-yaml.ts';

export interface OpenapiDocument {
  /** As written: '2.0', '3.0.3', '3.1.0'. */
  readonly version: string;
  readonly json: JsonObject;
  readonly isCut: boolean;
  readonly isMalformed: boolean;
}

export interface OpenapiOperation {
  readonly id: string;
  /** 'GET /towns/{id}'. */
  readonly address: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export interface OpenapiServer {
  readonly url: string;
  readonly description: string;
}

/** Null if the document isn't OpenAPI. */
export const readOpenapi = memoize((document: Document) =>
  document.form === 'text' ? fromYaml(document) : fromJson(document),
);

function fromJson(document: Document): OpenapiDocument | null {
  const head = readJsonHead(document);
  const version = head === null ? null : versionOf(head.value);
  return head === null || version === null
    ? null
    : { version, json: head.value, isCut: !head.isWhole, isMalformed: false };
}

/** Longer texts are data. Keys may have any order, the version after all schemas. */
const maxYamlBytes = 16 * 1024 * 1024;

function fromYaml(document: Document): OpenapiDocument | null {
  const { buffer, byteOffset, length } = document.bytes;
  const bytes = Buffer.from(buffer, byteOffset, length);
  // Most texts are something else, recognizable without decoding.
  if (length > maxYamlBytes || (!bytes.includes('openapi') && !bytes.includes('swagger'))) return null;
  const reading = readOpenapiYaml(document.text());
  const version = reading === null ? null : versionOf(reading.json);
  if (reading === null || version === null) return null;
  return { ...reading, version, isCut: reading.isCut || document.partial !== null };
}

/**
 * OpenAPI requires a version, a title and paths; in 3.1 components or webhooks may replace paths. Swagger 1.2 used
 * several files and isn't read. A version alone could be any program's configuration.
 */
function versionOf(json: JsonObject): string | null {
  const version = typeof json.openapi === 'string' ? json.openapi : json.swagger;
  if (typeof version !== 'string' || !/^[23](?:\.\d{1,3}){1,2}\b/.test(version.trim())) return null;
  const hasBody = ['info', 'paths', 'webhooks'].some((name) => isObject(json[name]));
  return hasBody ? version.trim().slice(0, 20) : null;
}

const verbs = new Set('get put post delete options head patch trace'.split(' '));

export function readOperations({ json }: OpenapiDocument): readonly OpenapiOperation[] {
  const operations: OpenapiOperation[] = [];
  for (const [path, item] of Object.entries({ ...objectAt(json, 'webhooks'), ...objectAt(json, 'paths') })) {
    if (!isObject(item)) continue;
    for (const [verb, operation] of Object.entries(item)) {
      if (!verbs.has(verb) || !isObject(operation)) continue;
      operations.push({
        id: stringAt(operation, 'operationId'),
        address: `${verb.toUpperCase()} ${path.slice(0, 300)}`,
        summary: stringAt(operation, 'summary') || stringAt(item, 'summary'),
        description: stringAt(operation, 'description'),
        tags: arrayAt(operation, 'tags').filter((tag) => typeof tag === 'string'),
      });
    }
  }
  return operations;
}

/** Endpoint URLs; as written if invalid. Relative ones are resolved against the document (OpenAPI 3.0.3, 4.7.5). */
export function readServers({ json }: OpenapiDocument, base: string): readonly OpenapiServer[] {
  if (typeof json.swagger === 'string') return readHost(json, base);
  const servers = objectsAt(json, 'servers').map((server) => {
    const url = withDefaults(stringAt(server, 'url'), objectAt(server, 'variables') ?? {});
    return { url: webUrl(url, base) ?? url, description: stringAt(server, 'description') };
  });
  // Without any, it is the root of the host (4.7.1.1): not declared, so not claimed.
  return servers.filter(({ url }) => url !== '');
}

function readHost(json: JsonObject, base: string): readonly OpenapiServer[] {
  const host = stringAt(json, 'host');
  const path = stringAt(json, 'basePath');
  if (host === '' && path === '') return [];
  const schemes = arrayAt(json, 'schemes').filter((scheme) => scheme === 'http' || scheme === 'https');
  const origins = host === '' ? [''] : (schemes.length > 0 ? schemes : ['']).map((scheme) => originOf(scheme, host));
  return origins.map((origin) => {
    const url = `${origin}${path}`;
    return { url: webUrl(url, base) ?? url, description: '' };
  });
}

/** Without a scheme, the document's applies. */
function originOf(scheme: unknown, host: string): string {
  return scheme === '' ? `//${host}` : `${scheme}://${host}`;
}

function withDefaults(url: string, variables: JsonObject): string {
  return url.slice(0, 2000).replace(/\{([^{}]{1,100})\}/g, (placeholder, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? stringAt(variable, 'default') || placeholder : placeholder;
  });
}
