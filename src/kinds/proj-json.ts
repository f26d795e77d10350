// Coordinate reference systems as PROJJSON writes them.
import { isObject, type JsonObject, numberAt, objectAt, stringAt } from '../base/json/json.ts';
import { crsOfCode, type FileCrs, noCrs, wgs84 } from './files/file-kind.ts';

/** By its identifier; compound and bound systems by that of what they rest on. */
export function crsOfProjJson(crs: JsonObject): FileCrs {
  const name = stringAt(crs, 'name');
  const id = objectAt(crs, 'id') ?? (Array.isArray(crs.ids) && isObject(crs.ids[0]) ? crs.ids[0] : null);
  if (id === null) {
    const inner =
      objectAt(crs, 'source_crs') ??
      (Array.isArray(crs.components) && isObject(crs.components[0]) ? crs.components[0] : null);
    return inner === null
      ? { ...noCrs, label: name || null }
      : crsOfProjJson({ ...inner, source_crs: null, components: null });
  }
  const authority = stringAt(id, 'authority').toUpperCase();
  if (authority === 'OGC' && stringAt(id, 'code') === 'CRS84') return wgs84;
  const code = numberAt(id, 'code');
  return code === null ? { ...noCrs, label: name || null } : crsOfCode(`${authority}:${code}`);
}
