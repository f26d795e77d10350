// Where the services of a crawl are, as they come: their boxes, and a dot for each so that small ones are seen.
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { boxFeature, createMap, pageColor, readExtent } from './base-map.ts';

/** Returns what puts another box on the map. */
export function openCrawlMap(
  target: HTMLElement,
  extents: readonly (readonly number[])[],
): (extent: readonly number[]) => void {
  const map = createMap(target);
  const source = new VectorSource();
  map.addLayer(new VectorLayer({ source, style: boxStyle }));
  addEventListener('themechange', () => source.changed());
  const add = (given: readonly number[]) => {
    const extent = readExtent(given.join(','));
    if (extent === null) return;
    const [west, south, east, north] = extent as [number, number, number, number];
    source.addFeatures([boxFeature(extent), new Feature(new Point([(west + east) / 2, (south + north) / 2]))]);
    target.dataset.boxes = String(source.getFeatures().length / 2);
  };
  target.dataset.boxes = '0';
  for (const extent of extents) add(extent);
  return add;
}

function boxStyle(): Style {
  const color = pageColor('--accent');
  return new Style({
    stroke: new Stroke({ color, width: 1 }),
    image: new CircleStyle({ radius: 4, fill: new Fill({ color }) }),
  });
}
