// The experiment of [JSWMS] in the report. It needs a real MapServer and a browser, so the report uses the table of its last run.
import { readFileSync } from 'node:fs';
import type { Experiment } from '../report/experiment.ts';

export const mapApplications: Experiment<{ readonly table: string }> = {
  name: 'map-applications',
  title: 'Services hidden in scripts',
  isTimed: false,
  run: async () => {
    const lines = readFileSync(new URL('RESULTS.md', import.meta.url), 'utf8').split('\n');
    return { table: lines.filter((line) => line.startsWith('|')).join('\n') };
  },
  section: ({
    table,
  }) => `Eight map applications made with the real libraries, their services answered by a real MapServer; run with \`npm run lab:jswms\`,
[RESULTS.md](map-applications/RESULTS.md) explains the columns.

${table}

Published ([JSWMS] experiment 1): all 32 live services of eight applications, none by HTML alone; on five of them a generic extractor
validated 3,266 URLs for the services that rules found with 58.`,
  pictures: () => ({}),
};
