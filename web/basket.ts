// Layers chosen for the map, stored in this browser until they are added to it.

export interface ChosenLayer {
  readonly id: string;
  readonly layer: string;
  /** 0 … 100. */
  readonly opacity: number;
}

const key = 'layers';
const most = 20;

export function readLayers(): readonly ChosenLayer[] {
  const text = localStorage.getItem(key);
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isChosen) : [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}

function isChosen(value: unknown): value is ChosenLayer {
  const { id, layer, opacity } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof layer === 'string' && typeof opacity === 'number';
}

export function writeLayers(layers: readonly ChosenLayer[]): void {
  localStorage.setItem(key, JSON.stringify(layers.slice(0, most)));
}

export function hasLayer(id: string, layer: string): boolean {
  return readLayers().some((each) => each.id === id && each.layer === layer);
}

export function addLayer(id: string, layer: string): void {
  if (!hasLayer(id, layer)) writeLayers([{ id, layer, opacity: 100 }, ...readLayers()]);
}

/** As the map page reads it: `l=id:opacity:name`. */
export function layersQuery(layers: readonly ChosenLayer[]): string {
  return new URLSearchParams(layers.map(({ id, layer, opacity }) => ['l', `${id}:${opacity}:${layer}`])).toString();
}
