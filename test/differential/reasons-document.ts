// Why a peer fails on an entire document that we read.
import type { Difference } from './compare.ts';
import { childText, type FactElement } from './document-facts.ts';
import type { Reason } from './reason.ts';

const fields = ['document'] as const;

/** Elements whose attributes OWSLib reads without checking that they exist. */
const withAttributes = [
  ...['LatLonBoundingBox', 'LatLongBoundingBox', 'BoundingBox', 'TileMap', 'Get', 'Post', 'OnlineResource'],
  ...['MetadataURL', 'DataURL', 'LegendURL', 'LogoURL', 'Operation', 'Parameter', 'Constraint', 'Metadata'],
];

export const documentReasons: readonly Reason[] = [
  {
    id: 'not-well-formed',
    peer: null,
    fields,
    because: 'The XML is not well-formed; the peer refuses it, we read what makes sense and say so.',
    holds: ({ row, reading, failure }) => {
      const isRefused = /^(?:XML)?SyntaxError|\(line \d+, column \d+\)/.test(failure?.error ?? '');
      const isOdd = [...reading.problems].some((code) => code.startsWith('xml.') && code !== 'xml.entity-declared');
      return isRefused && (isOdd || row.flags.includes('malformed'));
    },
  },
  {
    id: 'ogc-client-entity',
    peer: 'ogc-client',
    fields,
    because: 'The document declares an entity of its own; the parser knows none and refuses, we keep it as written.',
    holds: ({ facts, failure }) => {
      const name = /Named entity isn't defined: &([^;]+);/.exec(failure?.error ?? '')?.[1];
      return name !== undefined && new RegExp(`<!ENTITY\\s+${name}\\s`).test(facts.text);
    },
  },
  {
    id: 'ogc-client-encoding',
    peer: 'ogc-client',
    fields,
    because: 'The bytes are in an 8-bit encoding; after UTF-8 it tries UTF-16, which accepts nearly anything.',
    holds: ({ facts, failure }) => !facts.isUtf8 && /Root element is missing/.test(failure?.error ?? ''),
  },
  {
    id: 'ogc-client-version',
    peer: 'ogc-client',
    fields,
    because: 'The document element has no version, by which it chooses its reader.',
    holds: ({ facts, failure }) =>
      /reading 'startsWith'/.test(failure?.error ?? '') && facts.root?.attributes.version === undefined,
  },
  {
    id: 'ogc-client-links',
    peer: 'ogc-client',
    fields,
    because: 'A collection has no links, which it takes for granted.',
    holds: ({ facts, failure }) => /reading 'filter'/.test(failure?.error ?? '') && lacksLinks(facts.text),
  },
  {
    id: 'owslib-needs-element',
    peer: 'OWSLib',
    fields,
    because: 'An element that OWSLib takes for granted is missing, empty or in another namespace; it raises.',
    holds: (difference) =>
      /^(?:Attribute|Type|Value|Index)Error/.test(difference.failure?.error ?? '') && lacksWhatWasMissed(difference),
  },
  {
    id: 'owslib-needs-attribute',
    peer: 'OWSLib',
    fields,
    because: 'An attribute that OWSLib takes for granted is missing; it raises.',
    holds: ({ facts, failure }) => {
      const name = /^KeyError: '(?:\{[^}]*\})?([^'"{}]+)'$/.exec(failure?.error ?? '')?.[1];
      const lacks = ({ attributes }: FactElement) =>
        Object.keys(attributes).every((key) => key !== name && !key.endsWith(`:${name}`));
      return name !== undefined && withAttributes.flatMap(facts.all).some(lacks);
    },
  },
  {
    id: 'owslib-version',
    peer: 'OWSLib',
    fields,
    because: 'OWSLib has no reader for a document that names no version, or none it knows.',
    holds: ({ row, failure }) =>
      /^NotImplementedError/.test(failure?.error ?? '') && !/^(?:1\.[013]|2\.0)/.test(row.version ?? ''),
  },
  {
    id: 'owslib-repeated',
    peer: 'OWSLib',
    fields,
    because: 'An identifier comes twice; OWSLib raises, we keep both.',
    holds: ({ facts, failure }) => {
      const [, element = '', id] =
        /^KeyError: '(\w+)(?: with identifier)? "(.*)" already exists'$/.exec(failure?.error ?? '') ?? [];
      return id !== undefined && facts.all(element).filter((one) => childText(one, 'Identifier') === id).length > 1;
    },
  },
  {
    id: 'owslib-number',
    peer: 'OWSLib',
    fields,
    because: 'A text is not the number it should be; OWSLib raises, we leave that value out.',
    holds: ({ facts, failure }) => {
      const text = /^ValueError: (?:could not convert string to float|invalid literal for int.*): '(.*)'$/.exec(
        failure?.error ?? '',
      )?.[1];
      return text !== undefined && !Number.isInteger(Number.parseFloat(text)) && facts.text.includes(text);
    },
  },
];

function lacksLinks(text: string): boolean {
  const document = JSON.parse(text) as { readonly collections?: readonly { readonly links?: unknown }[] };
  return (document.collections ?? [document]).some((collection) => !('links' in collection));
}

/** The document has an element of the type OWSLib was reading, without the part it expected. */
function lacksWhatWasMissed({ facts, failure }: Difference): boolean {
  const missed = failure?.missed;
  if (missed == null) return false;
  const [namespace, name] = splitTag(missed.inside);
  const candidates = facts.all(name).filter((element) => element.namespace === namespace);
  const steps = missed.path.split(/\/(?![^{]*\})/);
  return candidates.some((element) =>
    missed.path === 'text()' ? element.texts.join('') === '' : !hasPath(element, steps),
  );
}

function hasPath(element: FactElement, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  const [namespace, name] = splitTag(step);
  return element.children.some((child) => child.name === name && child.namespace === namespace && hasPath(child, rest));
}

/** '{http://www.opengis.net/wms}Layer'. */
function splitTag(tag: string): readonly [namespace: string, name: string] {
  const [, namespace = '', name = tag] = /^\{([^}]*)\}(.*)$/.exec(tag) ?? [];
  return [namespace, name];
}
