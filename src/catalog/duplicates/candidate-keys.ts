// Blocking keys: every pair of items the rules could match shares one of these.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { isDistinctive } from './distinctive-terms.ts';
import { extentKey, isPrecise } from './extent-agreement.ts';
import type { Item } from './item.ts';

/** Keys shared by more items carry no information: sample data, templates, 'boundaries'. */
export const blockLimit = 30;

export interface ItemKeys {
  readonly item: Item;
  readonly keys: readonly number[];
}

/** A key that occurs twice in one record would match one of the items by chance: it is left out. */
export function candidateKeys(items: readonly Item[]): readonly ItemKeys[] {
  const counts = new Map<number, number>();
  const all = items.map((item) => {
    const keys = [...new Set(keysOf(item).map((key) => fingerprint(key)))];
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return { item, keys };
  });
  return all.map(({ item, keys }) => ({ item, keys: keys.filter((key) => counts.get(key) === 1) }));
}

function keysOf(item: Item): readonly string[] {
  return item.is === 'service' ? [...fileKeys(item), ...serviceKeys(item)] : [...fileKeys(item), ...datasetKeys(item)];
}

function fileKeys({ layer, server }: Item): readonly string[] {
  return layer === -1 && server.program === 'data' ? [`file ${server.key}`] : [];
}

function serviceKeys({ isDemo, content, server }: Item): readonly string[] {
  if (isDemo || content.datasets === 0) return [];
  const faces = [content.names, content.titles].filter((each) => each !== '');
  const addresses = [...new Set([server.alias, content.claimed])].filter((each) => each !== '');
  return [
    // Services without a title of their own are compared only if they share a URL.
    ...(content.title === '' ? [] : [`content ${content.whole}`]),
    ...faces.map((each) => `face ${server.key} ${each}`),
    ...addresses.map((each) => `address ${each}`),
  ];
}

function datasetKeys({ isDemo, server, name, title, isNamedOnly, ids, extent, workspace }: Item): readonly string[] {
  if (isDemo) return [];
  const keys = ids.map((id) => `id ${id}`);
  const { key, site } = server;
  if (key !== '') {
    if (name !== '') keys.push(`server ${key} ${name}`);
    // 'AD.Address' includes the workspace of 'ad:Address' in its name.
    if (name !== '' && workspace !== '') keys.push(`server ${key} ${workspace}${name}`);
    if (server.program === 'arcgis' && title !== '') keys.push(`title ${key} ${title}`);
  }
  if (name !== '' && site !== '') keys.push(`name ${site} ${name}`);
  if (isDistinctive(title) && !isNamedOnly && site !== '') keys.push(`site ${site} ${title}`);
  if (extent !== null && isPrecise(extent) && title !== '') keys.push(`extent ${title} ${extentKey(extent)}`);
  return keys;
}
