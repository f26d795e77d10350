// `npm run lab:categories` runs the experiment of [ROUGH] on the corpus and writes result.json and RESULTS.md beside this file.
import { writeFileSync } from 'node:fs';
import { categories } from './categories.ts';

const result = await categories.run({ tell: (text) => console.log(text) });
writeFileSync(new URL('result.json', import.meta.url), `${JSON.stringify(result, null, 1)}\n`);
const text = `# ${categories.title}\n\nWritten by \`npm run lab:categories\`.\n\n${categories.section(result)}\n`;
writeFileSync(new URL('RESULTS.md', import.meta.url), text);
