// The trap of the demo web: a municipal calendar with a page for every month of every year, each linking to four more.
import { type DemoResponse, textResponse } from './demo-response.ts';

const months = 'januari februari mars april maj juni juli augusti september oktober november december'.split(' ');

/** A month's page, or null if the URL isn't part of the calendar. With `oneYear` the links stay within the year. */
export function calendarResponse(url: URL, oneYear: boolean): DemoResponse | null {
  const [, folder, year, month] = url.pathname.split('/');
  const index = Number(month) - 1;
  const monthName = months[index];
  if (folder !== 'kalender' || !isYear(year) || monthName === undefined) return null;
  const links = [-12, -1, 1, 12]
    .filter((step) => !oneYear || months[index + step] !== undefined)
    .map((step) => link(Number(year) * 12 + index + step));
  const page = `<!doctype html>
<html lang="sv">
<head>
  <meta charset="utf-8">
  <title>Kalender ${monthName} ${year} – Lindholms kommun</title>
</head>
<body>
<nav><a href="/">Start</a></nav>
<main>
<h1>Kalender: ${monthName} ${year}</h1>
<p>Inga evenemang denna månad. Titta gärna i en annan månad.</p>
<p>${links.join(' · ')}</p>
</main>
</body>
</html>
`;
  return textResponse(200, 'text/html; charset=utf-8', page);
}

function isYear(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{4}$/.test(text);
}

function link(monthNumber: number): string {
  const year = String(Math.floor(monthNumber / 12)).padStart(4, '0');
  const month = String((monthNumber % 12) + 1).padStart(2, '0');
  return `<a href="/kalender/${year}/${month}">${months[monthNumber % 12]} ${year}</a>`;
}
