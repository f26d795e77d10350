// The labeled collections of the experiment, read from the corpus beside the repository: WSDL files and API descriptions.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeDocument } from '../../src/base/document/document.ts';
import { wsdlComponents } from '../../src/kinds/web-services/wsdl-components.ts';
import { readWsdl } from '../../src/kinds/web-services/wsdl-reader.ts';

/** A labeled item. */
export interface Item {
  readonly texts: Readonly<Record<string, string>>;
  readonly label: string;
  /** Equal for items with the same texts; they belong in one fold. */
  readonly twin: string;
}

export interface Dataset {
  readonly name: string;
  readonly components: readonly string[];
  readonly items: readonly Item[];
}

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));

export const hasCorpus = existsSync(`${corpus}wsdl/labels.tsv`);

/** The names in a WSDL file; documentation is almost always empty in these collections. */
const wsdlNames = ['service', 'portType', 'operation', 'message', 'part', 'type'];

/** Files without a label or with two are skipped. */
export function readWsdlCollection(name: 'sawsdl-tc3' | 'owls-tc4-wsdl'): Dataset {
  const [head = '', ...lines] = readFileSync(`${corpus}wsdl/labels.tsv`, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  const items = lines
    .map((line) => line.split('\t'))
    .flatMap((cells): Item[] => {
      const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
      const label = cell('label');
      if (cell('collection') !== name || label === '' || label.includes('+')) return [];
      const url = `http://corpus.example/${encodeURI(cell('file'))}`;
      const bytes = readFileSync(`${corpus}wsdl/${cell('file')}`);
      const texts = { ...wsdlComponents(readWsdl(makeDocument({ url, bytes }))) };
      return [{ texts, label, twin: JSON.stringify(texts) }];
    });
  return { name, components: wsdlNames, items };
}

export function readApiDescriptions(): Dataset {
  const [, ...rows] = readCsv(readFileSync(`${corpus}api-descriptions/train.csv`, 'utf8'));
  const items = rows
    .filter((row) => row.length === 3)
    .map(([name = '', description = '', label = '']) => ({
      texts: { name, description },
      label,
      twin: JSON.stringify([name, description]),
    }));
  return { name: 'api-descriptions', components: ['name', 'description'], items };
}

/** RFC 4180: quoted cells may contain commas, line ends and doubled quotes. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
