// The documents a new kind begins with, by file name: one that is fine, one that is odd, one that is something else.
import { fileEndings, type KindSpec, magicOf } from './new-kind-sources.mts';

interface Sample {
  readonly title: string;
  /** West, south, east, north. */
  readonly box: readonly [number, number, number, number];
  readonly layers: readonly string[];
}

const coast: Sample = { title: 'The coast', box: [4, 51, 9, 55], layers: ['north', 'south'] };
/** Meters where degrees belong: the commonest mistake there is. */
const odd: Sample = { title: 'Odd', box: [400000, 5600000, 500000, 5700000], layers: ['meters'] };

const writers: Readonly<Record<KindSpec['form'], (spec: KindSpec, sample: Sample) => string | Uint8Array>> = {
  json: ({ id }, { title, box, layers }) => {
    const list = layers.map((name) => ({ name, href: `/${name}` }));
    return `${JSON.stringify({ format: id, version: '1', title, bbox: box, layers: list }, null, 2)}\n`;
  },
  xml: ({ name }, { title, box, layers }) => `<?xml version="1.0" encoding="UTF-8"?>
<${name} version="1">
  <title>${title}</title>
  <extent>${box.join(' ')}</extent>
${layers.map((layer) => `  <layer name="${layer}" href="/${layer}"/>`).join('\n')}
</${name}>
`,
  html: ({ id }, { title, box, layers }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="${id} 1">
<meta name="extent" content="${box.join(' ')}">
<title>${title}</title>
</head>
<body>
${layers.map((layer) => `<a href="/${layer}">${layer}</a>`).join('\n')}
</body>
</html>
`,
  text: ({ id }, { title, box, layers }) =>
    `${id.toUpperCase()} 1\ntitle: ${title}\nextent: ${box.join(' ')}\n${layers.map((layer) => `layer: ${layer}\n`).join('')}`,
  binary: (spec, { box, layers }) => {
    const bytes = Buffer.alloc(44 + 32 * layers.length);
    bytes.write(magicOf(spec), 0, 'latin1');
    bytes.writeUInt16LE(1, 8);
    for (const [index, value] of box.entries()) bytes.writeDoubleLE(value, 10 + 8 * index);
    bytes.writeUInt16LE(layers.length, 42);
    for (const [index, layer] of layers.entries()) bytes.write(layer, 44 + 32 * index);
    return bytes;
  },
};

const others: Readonly<Record<KindSpec['form'], string | Uint8Array>> = {
  json: '{ "format": "something-else", "title": "Not ours" }\n',
  xml: '<?xml version="1.0" encoding="UTF-8"?>\n<somethingElse><title>Not ours</title></somethingElse>\n',
  html: '<!doctype html>\n<html lang="en"><head><title>Not ours</title></head><body><p>A page.</p></body></html>\n',
  text: 'Something else\ntitle: Not ours\n',
  binary: Buffer.from([0, 1, 2, 3, 255, 254, 0, 0, 7, 9]),
};

export function fixturesFor(spec: KindSpec): Readonly<Record<string, string | Uint8Array>> {
  const ending = fileEndings[spec.form];
  const write = writers[spec.form];
  return {
    [`coast.${ending}`]: write(spec, coast),
    [`odd-extent.${ending}`]: write(spec, odd),
    [`exception-other.${ending}`]: others[spec.form],
    'SOURCES.md': `# Sources

Every file here was made up by \`npm run new:kind\`; none is copied from a server or another project. \`exception-other\` is no
${spec.title.toLowerCase()}. Licence: as the repository.
`,
  };
}
