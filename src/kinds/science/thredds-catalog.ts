// Streaming reader for THREDDS catalogs: datasets with inherited properties, services (also compound) and references to catalogs.
import { readExtent } from '../../base/geo/extent.ts';
import { foldSpace } from '../../base/text/text.ts';
import { attribute, readXml, type XmlElement, type XmlSource } from '../../base/xml/xml.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import type { Problem } from '../../model/problem.ts';
import { reportExtent } from '../geometry/catalog-spatial.ts';
import { makeInterval } from '../records/metadata-record.ts';

export interface ThreddsService {
  readonly name: string;
  /** Lower case: 'opendap', 'httpserver', 'wms', 'compound' … */
  readonly type: string;
  readonly base: string;
  readonly suffix: string;
  /** Of a compound service. */
  readonly parts: ThreddsService[];
}

export interface ThreddsDataset {
  readonly name: string;
  readonly id: string;
  readonly parent: number | null;
  abstract: string;
  extent: Extent | null;
  time: string | null;
  /** When its data were last changed, as written; '' if missing. */
  modified: string;
  /** Paths below a service; without a service name, the inherited one applies. */
  readonly access: { readonly urlPath: string; readonly serviceName: string }[];
  serviceName: string;
}

export interface ThreddsCatalog {
  readonly title: string;
  readonly version: string | null;
  readonly datasets: readonly ThreddsDataset[];
  readonly datasetCount: number;
  readonly services: readonly ThreddsService[];
  readonly references: readonly { readonly href: string; readonly title: string }[];
  /** Paths of folders that the server lists itself (datasetScan), in configuration catalogs. */
  readonly scans: readonly string[];
  readonly problems: readonly Problem[];
}

const maxDatasets = 100_000;
const maxReferences = 10_000;

/** An open dataset: the list's index (null beyond the limit) and what its descendants inherit. */
interface OpenDataset {
  readonly dataset: ThreddsDataset;
  readonly index: number | null;
  inheritedService: string;
  inheritedExtent: Extent | null;
  inheritedTime: string | null;
}

export function readThreddsCatalog(source: XmlSource, problems: ProblemTally): ThreddsCatalog {
  const reader = new CatalogReader(problems);
  const xmlProblems = readXml(source, {
    open: (element) => reader.open(element),
    text: (text) => reader.text(text),
    close: () => reader.close(),
  });
  return reader.finish(xmlProblems);
}

class CatalogReader {
  readonly #problems: ProblemTally;
  readonly #path: string[] = [];
  readonly #datasets: ThreddsDataset[] = [];
  readonly #open: OpenDataset[] = [];
  readonly #services: ThreddsService[] = [];
  readonly #openServices: ThreddsService[] = [];
  readonly #references: { href: string; title: string }[] = [];
  readonly #scans: string[] = [];
  /** Numbers of the current geospatialCoverage and timeCoverage, by element path below it. */
  #coverage: Map<string, string> | null = null;
  #isInherited = false;
  #isModified = false;
  #text = '';
  #title = '';
  #version: string | null = null;
  #count = 0;

  constructor(problems: ProblemTally) {
    this.#problems = problems;
  }

  open(element: XmlElement): void {
    this.#path.push(element.name);
    this.#text = '';
    if (this.#path.length === 1) {
      this.#title = attribute(element, 'name')?.trim() ?? '';
      this.#version = attribute(element, 'version')?.trim() || null;
    }
    switch (element.name) {
      case 'dataset':
        this.#openDataset(element);
        break;
      case 'service':
        this.#openService(element);
        break;
      case 'catalogRef':
        this.#reference(element);
        break;
      case 'metadata':
        this.#isInherited = attribute(element, 'inherited') === 'true';
        break;
      case 'access':
        this.#access(element);
        break;
      case 'datasetScan':
        if (this.#scans.length < maxReferences) this.#scans.push(attribute(element, 'path') ?? '');
        break;
      case 'date':
        this.#isModified = attribute(element, 'type') === 'modified';
        break;
      case 'geospatialCoverage':
      case 'timeCoverage':
        this.#coverage = new Map();
        break;
    }
  }

  text(text: string): void {
    if (this.#text.length < 10_000) this.#text += text;
  }

  close(): void {
    const name = this.#path.pop() ?? '';
    const text = foldSpace(this.#text);
    this.#text = '';
    if (this.#coverage !== null) this.#closeInCoverage(name, text);
    else if (name === 'serviceName') this.#addServiceName(text);
    else if (name === 'documentation' && text !== '') this.#addDocumentation(text);
    else if (name === 'date') this.#addDate(text);
    else if (name === 'metadata') this.#isInherited = false;
    else if (name === 'service') this.#openServices.pop();
    else if (name === 'dataset') this.#open.pop();
  }

  finish(problems: readonly Problem[]): ThreddsCatalog {
    return {
      title: this.#title || (this.#datasets[0]?.name ?? ''),
      version: this.#version,
      datasets: this.#datasets,
      datasetCount: this.#count,
      services: this.#services,
      references: this.#references,
      scans: this.#scans.filter((path) => path !== ''),
      problems,
    };
  }

  #openDataset(element: XmlElement): void {
    this.#count++;
    const parent = this.#open.at(-1);
    // In version 0.6 serviceName is an attribute that applies to all descendants.
    const serviceName = attribute(element, 'serviceName') ?? parent?.inheritedService ?? '';
    const urlPath = attribute(element, 'urlPath');
    const dataset: ThreddsDataset = {
      name: attribute(element, 'name')?.trim() ?? '',
      id: attribute(element, 'ID')?.trim() ?? '',
      parent: parent?.index ?? null,
      abstract: '',
      extent: parent?.inheritedExtent ?? null,
      time: parent?.inheritedTime ?? null,
      modified: '',
      access: urlPath === null ? [] : [{ urlPath, serviceName: '' }],
      serviceName,
    };
    const isKept = this.#datasets.length < maxDatasets;
    if (isKept) this.#datasets.push(dataset);
    this.#open.push({
      dataset,
      index: isKept ? this.#datasets.length - 1 : null,
      inheritedService: serviceName,
      inheritedExtent: dataset.extent,
      inheritedTime: dataset.time,
    });
  }

  #openService(element: XmlElement): void {
    const service: ThreddsService = {
      name: attribute(element, 'name') ?? '',
      type: (attribute(element, 'serviceType') ?? '').toLowerCase(),
      base: attribute(element, 'base') ?? '',
      suffix: attribute(element, 'suffix') ?? '',
      parts: [],
    };
    (this.#openServices.at(-1)?.parts ?? this.#services).push(service);
    this.#openServices.push(service);
  }

  #reference(element: XmlElement): void {
    const href = attribute(element, 'href') ?? '';
    const title = attribute(element, 'title') ?? attribute(element, 'name') ?? '';
    if (href !== '' && this.#references.length < maxReferences) this.#references.push({ href, title });
  }

  #access(element: XmlElement): void {
    const urlPath = attribute(element, 'urlPath');
    const open = this.#open.at(-1);
    if (urlPath === null || open === undefined) return;
    open.dataset.access.push({ urlPath, serviceName: attribute(element, 'serviceName') ?? '' });
  }

  #addServiceName(text: string): void {
    const open = this.#open.at(-1);
    if (open === undefined || text === '') return;
    open.dataset.serviceName = text;
    if (this.#isInherited) open.inheritedService = text;
  }

  #addDocumentation(text: string): void {
    const open = this.#open.at(-1);
    if (open !== undefined && open.dataset.abstract === '') open.dataset.abstract = text;
  }

  #addDate(text: string): void {
    const open = this.#open.at(-1);
    if (open !== undefined && this.#isModified) open.dataset.modified = text;
    this.#isModified = false;
  }

  #closeInCoverage(name: string, text: string): void {
    const coverage = this.#coverage;
    const open = this.#open.at(-1);
    if (coverage === null) return;
    if (name !== 'geospatialCoverage' && name !== 'timeCoverage') {
      coverage.set(`${this.#path.at(-1) ?? ''}/${name}`, text);
      return;
    }
    this.#coverage = null;
    if (open === undefined) return;
    if (name === 'geospatialCoverage') {
      open.dataset.extent = readCoverage(coverage, this.#problems) ?? open.dataset.extent;
      if (this.#isInherited) open.inheritedExtent = open.dataset.extent;
    } else {
      open.dataset.time =
        makeInterval(coverage.get('timeCoverage/start') ?? '', coverage.get('timeCoverage/end') ?? '') ??
        open.dataset.time;
      if (this.#isInherited) open.inheritedTime = open.dataset.time;
    }
  }
}

/** Start and size along each axis (InvCatalog 1.0, geospatialCoverage), or the four sides by name. */
function readCoverage(values: ReadonlyMap<string, string>, problems: ProblemTally): Extent | null {
  const number = (key: string) => Number(values.get(key) || Number.NaN);
  const [west, south] = [number('eastwest/start'), number('northsouth/start')];
  // -10 to 10 may be written as a start of 350 with a size of 20: from 180 on, longitudes run from 0 to 360.
  const start = west >= 180 ? west - 360 : west;
  const corners = [start, south, start + number('eastwest/size'), south + number('northsouth/size')];
  const named = ['west', 'south', 'east', 'north'].map((side) => number(`geospatialCoverage/${side}`));
  const chosen = corners.every(Number.isFinite) ? corners : named;
  if (chosen.every(Number.isNaN)) return null;
  const [a, b, c, d] = chosen.map(String);
  return reportExtent(readExtent([a ?? null, b ?? null, c ?? null, d ?? null]), problems);
}
