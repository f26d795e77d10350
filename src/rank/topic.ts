// The topic of a crawl as TF-IDF weights: given words plus the words of relevant pages. Texts are compared by cosine.
import { slotCount } from './feature-bag.ts';
import { isRecord, packFloats, readNumber, unpackFloats } from './saved-state.ts';
import { createWordList, hashWord, scanIdentifier, scanText, spelled } from './word-scan.ts';

/** Terms of pages with or about geospatial services, in the languages of the demo web and the large publishers. */
export const geospatialTopic =
  'map maps mapping web map service wms wfs wcs wmts csw ogc geoserver mapserver arcgis capabilities getcapabilities layer ' +
  'layers geospatial spatial data gis geodata geographic geoportal inspire metadata catalog catalogue portal download ' +
  'viewer feature coverage raster vector imagery satellite elevation boundaries cadastre hydrography land cover shapefile ' +
  'kml geojson open data karten kartendienst geodaten dienst darstellungsdienst carte cartes donnees flux cartographie ' +
  'mapa mapas servicio servicios datos cartografia mappe dati servizi servizio kaart kaarten kartor kartta mapy dane usluga';

/** Word counts of a text; the objects are reused. */
interface WordCounts {
  readonly slots: Int32Array;
  readonly counts: Int32Array;
  size: number;
}

const mask = slotCount - 1;
const maxWords = 1024;

export interface Topic {
  /** Cosine of a text and the topic, 0..1. */
  similarity(text: string): number;
  /** The same for the words of a URL. */
  urlSimilarity(url: string): number;
  /** Adds a page to the document frequencies. */
  note(text: string): void;
  /** Adds the words of a discovery to the topic. */
  adopt(text: string): void;
  /** Weight of a word in the topic. */
  weight(hash: number): number;
  save(): unknown;
}

export function createTopic(words: string, state: unknown): Topic {
  const saved = isRecord(state) ? state : {};
  const documentCounts = new Float32Array(slotCount);
  const given = new Float32Array(slotCount);
  let documents = readNumber(saved.documents);
  unpackFloats(saved.documentCounts, documentCounts);
  const scratch = createCounter();
  if (!unpackFloats(saved.given, given)) addText(scratch.count(words), given, 1);
  let length = -1;

  const rarity = (slot: number): number => 1 + Math.log((1 + documents) / (1 + documentCounts[slot]!));
  /**
   * Length of the topic vector. Document frequencies change with every page; it is recomputed when the number of pages
   * has grown by a fifth.
   */
  let measuredAt = -1;
  const topicLength = (): number => {
    if (length >= 0 && documents < 1.2 * measuredAt + 10) return length;
    let squares = 0;
    for (let slot = 0; slot < slotCount; slot++) if (given[slot] !== 0) squares += (given[slot]! * rarity(slot)) ** 2;
    length = Math.sqrt(squares);
    measuredAt = documents;
    return length;
  };
  const cosine = ({ slots, counts, size }: WordCounts): number => {
    let product = 0;
    let squares = 0;
    for (let at = 0; at < size; at++) {
      const own = rarity(slots[at]!);
      const weight = (1 + Math.log(counts[at]!)) * own;
      squares += weight * weight;
      product += weight * given[slots[at]!]! * own;
    }
    const both = Math.sqrt(squares) * topicLength();
    return both > 0 ? Math.min(1, product / both) : 0;
  };
  return {
    similarity: (text) => cosine(scratch.count(text)),
    urlSimilarity: (url) => cosine(scratch.countUrl(url)),
    note(text) {
      documents++;
      const { slots, size } = scratch.count(text);
      for (let at = 0; at < size; at++) documentCounts[slots[at]!]! += 1;
    },
    adopt(text) {
      addText(scratch.count(text), given, adopted);
      length = -1;
    },
    weight: (hash) => given[hash & mask]! * rarity(hash & mask),
    save: () => ({ documents, documentCounts: packFloats(documentCounts), given: packFloats(given) }),
  };
}

/** Weight of a discovered page in the topic, relative to given words. */
const adopted = 0.1;

function addText({ slots, counts, size }: WordCounts, into: Float32Array, share: number): void {
  let squares = 0;
  for (let at = 0; at < size; at++) squares += (1 + Math.log(counts[at]!)) ** 2;
  const length = Math.sqrt(squares) || 1;
  for (let at = 0; at < size; at++) into[slots[at]!]! += (share * (1 + Math.log(counts[at]!))) / length;
}

interface Counter {
  count(text: string): WordCounts;
  countUrl(url: string): WordCounts;
}

function createCounter(): Counter {
  const words: WordCounts = { slots: new Int32Array(maxWords), counts: new Int32Array(maxWords), size: 0 };
  const places = new Int32Array(slotCount).fill(-1);
  const list = createWordList();
  const take = (hash: number): void => {
    const slot = hash & mask;
    const place = places[slot]!;
    if (place >= 0 && place < words.size && words.slots[place] === slot) {
      words.counts[place]!++;
      return;
    }
    if (words.size === maxWords) return;
    places[slot] = words.size;
    words.slots[words.size] = slot;
    words.counts[words.size++] = 1;
  };
  const takeAll = (): WordCounts => {
    words.size = 0;
    for (let at = 0; at < list.count; at++) take(list.hashes[at]!);
    return words;
  };
  return {
    count(text) {
      scanText(list, text, maxText);
      return takeAll();
    },
    countUrl(url) {
      scanIdentifier(list, url, url.indexOf('//') + 2, Math.min(url.length, 400));
      return takeAll();
    },
  };
}

const maxText = 8000;

/** The words of `text` with the highest weights in the topic, heaviest first. */
export function topicKeywords(topic: Topic, text: string, count: number): string[] {
  const weights = new Map<string, number>();
  const words = createWordList();
  scanText(words, text, maxText);
  for (let at = 0; at < words.count; at++) weights.set(spelled(words, at), topic.weight(words.hashes[at]!));
  const sorted = [...weights].filter(([, weight]) => weight > 0).sort(([, one], [, other]) => other - one);
  return sorted.slice(0, count).map(([word]) => word);
}

/** Slots of keywords, for counting their occurrences. */
export function keywordSlot(word: string): number {
  return hashWord(word) & mask;
}
