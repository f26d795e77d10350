// Functions that run inside a page: read the addresses map libraries hold, and nudge maps to show their layers.

/** An address as found in the page; untrusted. */
export interface PageAddress {
  readonly url: string;
  readonly kind: string | null;
}

/**
 * Walks from the page's variables through plain objects, arrays and maps, as OpenLayers, Leaflet, ArcGIS and MapLibre
 * keep their layers, and collects strings that may be addresses. Reads stored values only: no getter of the page is called.
 * Sent to the page as text, so it uses nothing from outside and defines no function that a compiler would rename.
 */
export function readPageAddresses(given: readonly unknown[]): PageAddress[] {
  const own = globalThis as unknown as Record<string, unknown>;
  const standard =
    /^(?:window|self|frames|parent|top|document|navigator|location|history|external|chrome|performance)$/;
  const values = Object.keys(own)
    .filter((name) => !standard.test(name))
    .map((name) => Object.getOwnPropertyDescriptor(own, name)?.value);
  const queue: unknown[] = [...given, ...values].filter((value) => typeof value === 'object' && value !== null);
  const met = new Set<unknown>(queue);
  const found = new Map<string, string | null>();
  for (let at = 0; at < queue.length && at < 30_000 && found.size < 1_000; at++) {
    const object = queue[at] as Record<string, unknown>;
    const tag = Object.prototype.toString.call(object);
    // Elements lead through the entire page, and windows out of it.
    if (!/^\[object (?:Object|Array|Map|Set|Module)\]$/.test(tag)) continue;
    const inside: [string, unknown][] =
      tag === '[object Map]' || tag === '[object Set]'
        ? [...(object as unknown as Map<unknown, unknown>).values()].map((value) => ['', value])
        : Object.keys(object)
            .slice(0, 500)
            .map((key) => [key, Object.getOwnPropertyDescriptor(object, key)?.value]);
    const request = inside.find(([key]) => /^(?:params_?|wmsParams)$/.test(key))?.[1] as object | undefined;
    const isWms = request != null && Object.keys(request).some((key) => /^layers$/i.test(key));
    for (const [key, value] of inside) {
      const texts = Array.isArray(value) && /url|tiles/i.test(key) ? value.slice(0, 8) : [value];
      for (const text of texts) {
        if (typeof text !== 'string' || text.length < 4 || text.length > 2_000) continue;
        const isNamed = /url|tiles|endpoint|server|service|href/i.test(key);
        if (/^(?:https?:)?\/\//.test(text) || (isNamed && /^[./\w]/.test(text)))
          found.set(text, found.get(text) ?? (isWms && /url/i.test(key) ? 'wms' : null));
      }
      if (typeof value === 'object' && value !== null && !met.has(value) && queue.length < 60_000) {
        met.add(value);
        queue.push(value);
      }
    }
  }
  return [...found].map(([url, kind]) => ({ url, kind }));
}

/** The part of an element that nudging needs. */
interface Box {
  click(): void;
}

/**
 * Switches layers on and zooms maps in by one step, using the methods of OpenLayers 2–10 and Leaflet objects; then
 * ticks unticked checkboxes, as in layer switchers. Returns the number of changes.
 */
export function nudgeMaps(given: readonly unknown[]): number {
  const own = globalThis as unknown as Record<string, unknown>;
  const values = Object.keys(own).map((name) => Object.getOwnPropertyDescriptor(own, name)?.value);
  const queue: unknown[] = [...given, ...values].filter((value) => typeof value === 'object' && value !== null);
  const met = new Set<unknown>(queue);
  let moved = 0;
  for (let at = 0; at < queue.length && at < 10_000 && moved < 40; at++) {
    const object = queue[at] as Record<string, (value?: unknown) => unknown>;
    if (!/^\[object (?:Object|Array)\]$/.test(Object.prototype.toString.call(object))) continue;
    const isHidden = typeof object.getVisible === 'function' && object.getVisible() === false;
    if (isHidden && typeof object.setVisible === 'function') {
      object.setVisible(true);
      moved++;
    }
    if (typeof object.setVisibility === 'function' && (object.visibility as unknown) === false) {
      object.setVisibility(true);
      moved++;
    }
    if (typeof object.setZoom === 'function' && typeof object.getZoom === 'function') {
      object.setZoom(Number(object.getZoom()) + 1);
      moved++;
    }
    for (const key of Object.keys(object).slice(0, 500)) {
      const value: unknown = Object.getOwnPropertyDescriptor(object, key)?.value;
      if (typeof value !== 'object' || value === null || met.has(value)) continue;
      met.add(value);
      queue.push(value);
    }
  }
  const page = own.document as { querySelectorAll(selector: string): Iterable<Box> };
  for (const box of [...page.querySelectorAll('input[type=checkbox]:not(:checked)')].slice(0, 20)) {
    box.click();
    moved++;
  }
  return moved;
}

/** Validates the addresses a page returned. */
export function checkedAddresses(result: unknown): PageAddress[] {
  if (!Array.isArray(result)) return [];
  return result.slice(0, 1_000).flatMap((held: Partial<PageAddress> | null) => {
    if (typeof held?.url !== 'string' || held.url.length > 2_048) return [];
    return [{ url: held.url, kind: held.kind === 'wms' ? 'wms' : null }];
  });
}
