// Templates of tile addresses: filled for the tile of the whole world, and read back from it.

const fillings: readonly (readonly [RegExp, string])[] = [
  [/\{(?:z|zoom|x|-?y|level|col|row)\}/gi, '0'],
  [/\{(?:ratio|r|retina|@2x)\}/gi, ''],
  // One of the hosts or keys listed: {switch:a,b,c}, {a-c}.
  [/\{switch:([^,}]{1,40})[^}]{0,200}\}/gi, '$1'],
  [/\{([a-z0-9])-[a-z0-9]\}/gi, '$1'],
  [/\{s\}/gi, 'a'],
];

/** The address of tile 0/0/0. */
export function fillTemplate(template: string): string {
  let url = template.replace(/%7b/gi, '{').replace(/%7d/gi, '}');
  for (const [placeholder, value] of fillings) url = url.replace(placeholder, value);
  return url;
}

/** The template an address of tile 0/0/0 was filled from; null for any other address. */
export function templateOf(url: string): string | null {
  const path = /^([^?#]{1,1000}?)\/0(?<mark>[/_-])0\k<mark>0((?:@\dx)?(?:\.\w{2,5})?(?:\?[^#]*)?)$/.exec(url);
  if (path !== null) {
    const [, folder = '', mark = '/', end = ''] = path;
    // ArcGIS writes the row before the column.
    const order = /\/(?:map|image)server\/tile$/i.test(folder) ? ['{z}', '{y}', '{x}'] : ['{z}', '{x}', '{y}'];
    return `${folder}/${order.join(mark)}${end}`;
  }
  const query = /\?[^#]{1,1000}$/.exec(url)?.[0] ?? '';
  if (!['x', 'y', 'z'].every((name) => new RegExp(`[?&]${name}=0(?:&|$)`).test(query))) return null;
  return url.replace(/([?&])([xyz])=0(?=&|$)/g, '$1$2={$2}');
}
