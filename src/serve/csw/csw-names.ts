// Maps the property names of CSW clients, with or without prefix or path, to ours.

import type { Names } from '../../query/bind-filter.ts';
import { type RecordProperty, recordProperty } from '../../query/record-properties.ts';

/** Local name in lower case → name in the properties table. Dublin Core and the ISO application profile. */
const properties: Readonly<Record<string, string>> = {
  identifier: 'id',
  fileidentifier: 'id',
  title: 'title',
  alternatetitle: 'title',
  abstract: 'description',
  description: 'description',
  subject: 'keywords',
  keyword: 'keywords',
  type: 'type',
  hierarchylevel: 'type',
  format: 'formats',
  modified: 'updated',
  datestamp: 'updated',
  date: 'created',
  created: 'created',
  language: 'language',
  publisher: 'organization',
  creator: 'organization',
  contributor: 'organization',
  organisationname: 'organization',
  rights: 'license',
  license: 'license',
  references: 'endpoint',
  source: 'endpoint',
  relation: 'endpoint',
  servicetype: 'kind',
  boundingbox: 'geometry',
  coverage: 'geometry',
  spatial: 'geometry',
};

export const cswNames: Names = {
  property: (name): RecordProperty | null => {
    const local = localName(name);
    return recordProperty(properties[local] ?? '') ?? recordProperty(lastStep(name));
  },
  isAnyText: (name) => localName(name) === 'anytext',
};

/** 'title' for '/csw:Record/dc:title', 'dc:title' and 'gmd:title/gco:CharacterString'. */
function localName(name: string): string {
  return lastStep(name).split(':').at(-1)!.toLowerCase();
}

function lastStep(name: string): string {
  const steps = name.split('/').filter((step) => step !== '' && !step.startsWith('gco:'));
  return steps.at(-1) ?? '';
}
