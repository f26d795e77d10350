// The live map of a crawl: a dot for each host, and the extents of its services.
import type { Extent } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { boxFeature, createMap, pageColor, readExtent, showExtent, themed } from './base-map.ts';

export interface LocatedDiscovery {
  readonly endpoint: string;
  readonly extent: readonly number[];
}

export interface LocatedHost {
  readonly host: string;
  readonly place: readonly number[];
  readonly services: number;
}

export interface CrawlMap {
  addDiscovery(discovery: LocatedDiscovery): void;
  /** As the server knows them. */
  setHosts(hosts: readonly LocatedHost[]): void;
}

interface HostDot {
  readonly feature: Feature<Point>;
  area: number;
  services: number;
}

/** Square degrees above which an area isn't a useful location; as in src/serve/crawls/task-details.ts. */
const worldArea = 0.5 * 360 * 180;

export function openCrawlMap(target: HTMLElement): CrawlMap {
  const map = createMap(target);
  const [boxes, dots] = [new VectorSource(), new VectorSource<Feature<Point>>()];
  map.addLayer(new VectorLayer({ source: boxes, style: themed(boxStyle) }));
  map.addLayer(new VectorLayer({ source: dots, style: dotStyle() }));
  const hosts = new Map<string, HostDot>();
  let isMoved = false;
  for (const type of ['pointerdown', 'wheel', 'keydown'])
    target.addEventListener(
      type,
      () => {
        isMoved = true;
      },
      { passive: true },
    );
  const showCounts = () => {
    target.dataset.boxes = String(boxes.getFeatures().length);
    target.dataset.hosts = String(hosts.size);
  };
  const put = ({ host, place, services }: LocatedHost, area: number) => {
    const dot = hosts.get(host) ?? { feature: new Feature(new Point([...place])), area, services };
    if (!hosts.has(host)) dots.addFeature(dot.feature);
    hosts.set(host, dot);
    dot.feature.getGeometry()!.setCoordinates([...place]);
    dot.feature.set('services', services);
    Object.assign(dot, { area, services });
  };
  // Never more than one world, however wide the page is.
  const showAll = (extent: Extent) => {
    const view = map.getView();
    const oneWorld = 360 / Math.max(1, target.clientWidth);
    showExtent(map, extent, 6);
    if ((view.getResolution() ?? 0) > oneWorld) view.setResolution(oneWorld);
  };
  showAll([-180, -60, 180, 80]);
  showCounts();
  return {
    addDiscovery: ({ endpoint, extent: given }) => {
      const extent = readExtent(given.join(','));
      if (extent === null) return;
      boxes.addFeature(boxFeature(extent));
      const [west, south, east, north] = extent as [number, number, number, number];
      const area = (east - west) * (north - south);
      const host = new URL(endpoint).origin;
      const known = hosts.get(host);
      if (known !== undefined && known.area <= area) known.feature.set('services', ++known.services);
      else if (area < worldArea)
        put({ host, place: [(west + east) / 2, (south + north) / 2], services: (known?.services ?? 0) + 1 }, area);
      // Zooms to small areas until the user moves the map.
      if (!isMoved) showAll(boxes.getExtent() ?? extent);
      showCounts();
    },
    setHosts: (given) => {
      for (const host of given) put(host, hosts.get(host.host)?.area ?? 0);
      showCounts();
    },
  };
}

function boxStyle(): Style {
  return new Style({ stroke: new Stroke({ color: pageColor('--accent'), width: 1 }) });
}

/** The area of a dot grows with the services. */
function dotStyle(): (feature: { get(name: string): unknown }) => Style {
  const styles = new Map<number, Style>();
  addEventListener('themechange', () => styles.clear());
  return (feature) => {
    const radius = Math.min(16, Math.round(4 + 2 * Math.sqrt(Number(feature.get('services') ?? 1))));
    const known = styles.get(radius);
    if (known !== undefined) return known;
    const fill = new Fill({ color: pageColor('--warm') });
    const stroke = new Stroke({ color: pageColor('--paper'), width: 1.5 });
    const style = new Style({ image: new CircleStyle({ radius, fill, stroke }) });
    styles.set(radius, style);
    return style;
  };
}
