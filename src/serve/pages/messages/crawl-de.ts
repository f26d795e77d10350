// What the page of a crawl says of how it goes, in German.
import type { crawlEn } from './crawl-en.ts';

export const crawlDe: typeof crawlEn = {
  workers: 'Laufende Anfragen',
  network: 'Empfangen je Sekunde',
  machine: 'Der Rechner, durch alle Suchläufe dieses Servers zusammen',
  beingVisited: 'Wird gerade besucht',
  noVisits: 'Im Augenblick nichts.',
  justRead: 'Eben gelesen',
  refresh: 'Zeigen, wie es jetzt steht',
  curves: 'Wie schnell er findet',
  noCurve: 'Vor den ersten gelesenen Seiten gibt es nichts zu zeichnen.',
  quickness: 'Gefunden, nach gelesenen Seiten',
  yield: 'Funde je hundert Seiten',
  thisCrawl: 'dieser Suchlauf',
  inOrder: 'dieselben Seiten in der Reihenfolge ihrer Entdeckung (geschätzt)',
  half: (half, pages, inOrder) =>
    `Die Hälfte der Funde (${half}) kam auf den ersten ${pages} Seiten. In der Reihenfolge der Entdeckung wären dafür etwa ${inOrder} Seiten nötig gewesen.`,
  estimate: (wait) =>
    `So wird geschätzt: Die gelesenen Seiten werden eine Entfernung vom Anfang nach der anderen genommen, in Klicks; die Funde einer Entfernung verteilen sich gleichmäßig auf ihre Seiten, und Dienste antworten ${wait} Seiten, nachdem sie genannt wurden, wie hier im Mittel. Nicht gelesene Seiten zählen nicht mit: Die Kurve sagt, was die Reihenfolge dieser Seiten gebracht hat, nicht, was ein anderer Suchlauf fände.`,
  asTable: 'Dasselbe als Tabelle',
  pagesRead: 'Gelesene Seiten',
  foundSoFar: 'Bis dahin gefunden',
  expected: 'In Reihenfolge der Entdeckung',
  perHundred: 'Funde je hundert Seiten, in diesem Teil',
  hostMap: 'Karte der Hosts und was sie anbieten',
  hostMapLead:
    'Ein Punkt je Host, so groß wie die Zahl seiner Dienste, in der Mitte des kleinsten Gebiets, das er anbietet.',
  place: 'Ort',
  findHost: 'Warum bewegt sich ein Host nicht? Teil seines Namens',
  show: 'Zeigen',
  noHost: 'Dieser Suchlauf kennt keinen solchen Host.',
  reasons: {
    out: 'Eine Anfrage läuft; er bekommt eine nach der anderen.',
    delay: (time) => `Er ruht zwischen den Anfragen, noch ${time}.`,
    nothing: 'Dort wartet nichts.',
    budget: (pages) => `Seine ${pages} Seiten sind verbraucht; gefundene Dienste bringen ihm weitere.`,
    site: 'Andere Hosts seiner Domain werden gerade gefragt.',
    address: 'Seine Adresse ist mit anderen Hosts beschäftigt.',
    due: 'Er ist an der Reihe, sobald eine Anfrage frei ist.',
  },
  because: {
    'policy.robots-unreachable': 'Seine robots.txt war nicht zu lesen, also darf nichts geholt werden.',
    'policy.parked': 'Er hat mehrmals nacheinander versagt und wird in Ruhe gelassen.',
    'policy.backoff': 'Er hat um Zurückhaltung gebeten.',
    'policy.robots': 'Seine robots.txt erlaubt nichts von dem, was dort gefunden wurde.',
  },
  putOff: (code) => `Er ist zurückgestellt: ${code}.`,
  again: (time) => `Er wird in ${time} wieder gefragt.`,
  message: 'Was gemeldet wurde',
};
