// Which browser to use: the one named, or the first of the system's.
import { existsSync } from 'node:fs';

/** The headless shell starts in a quarter of the time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of the browser, or null where there is none. A path that is named counts only if it is there. */
export function findBrowser(named: string | null): string | null {
  return (named === null ? places : [named]).find((path) => existsSync(path)) ?? null;
}

/** What to tell a person who wants pages rendered. */
export function noBrowser(named: string | null): string {
  return named === null
    ? 'No Chromium found; pages are read without running them. Debian: apt-get install chromium-headless-shell.'
    : `There is no browser at ${named} (render.browser).`;
}
