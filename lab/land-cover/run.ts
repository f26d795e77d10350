// `npm run lab:land-cover`: runs the experiment, writes result.json and RESULTS.md, and prints disagreements of rule and manual judgements.
import { writeFileSync } from 'node:fs';
import { landCover } from './land-cover.ts';

const result = await landCover.run();
writeFileSync(new URL('result.json', import.meta.url), `${JSON.stringify(result, null, 1)}\n`);
const text = `# ${landCover.title}\n\nWritten by \`npm run lab:land-cover\`.\n\n${landCover.section(result)}\n`;
writeFileSync(new URL('RESULTS.md', import.meta.url), text);
process.stdout.write(`${text}\n${[...result.check.other, ...result.unjudged].join('\n')}\n`);
