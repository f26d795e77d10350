// Error messages in German, by error code and facts.
import type { ErrorCode, ErrorFacts, GeotrawlError } from '../../../model/errors.ts';

/** Errors not listed here are seen only by programs, in English. */
export function germanWords(error: GeotrawlError): string {
  const { code, facts, message } = error;
  const reason = typeof facts.reason === 'string' ? byReason[facts.reason] : undefined;
  return (reason ?? byCode[code])?.(facts) ?? message;
}

type Words = (facts: ErrorFacts) => string;

const byCode: Readonly<Partial<Record<ErrorCode, Words>>> = {
  'access.needed': () => 'Dafür ist eine Anmeldung nötig.',
  'access.denied': () => 'Das ist dieser Rolle nicht erlaubt. Die Verwaltung dieses Katalogs kann eine andere geben.',
  'access.wrong-password': () => 'Der Name oder das Passwort stimmt nicht.',
  'access.throttled': ({ retryAfter }) =>
    `Zu viele Versuche, sich anzumelden. Der nächste geht in ${retryAfter} Sekunden.`,
  'access.busy': () => 'Gerade melden sich zu viele zugleich an. In einer Minute geht es wieder.',
  'access.link': () =>
    'Dieser Link wurde schon benutzt oder ist zu alt. Die Verwaltung dieses Katalogs gibt einen neuen.',
  'access.origin': () => 'Diese Anfrage kam nicht von einer Seite dieses Servers.',
  'request.not-found': () => 'Unter dieser Adresse ist nichts.',
  'request.too-many': () => 'Zu viele Anfragen. Bitte einen Augenblick warten.',
  'request.overloaded': () => 'Der Server ist überlastet. In ein paar Sekunden geht es wieder.',
  'request.preparing': () =>
    'Der Suchindex wird gerade auf diesen Rechner kopiert. Beim ersten Mal dauert das bis zu einer Minute.',
  'request.too-large': () => 'Das ist mehr, als eine Anfrage enthalten darf.',
  'task.not-found': () => 'Diesen Suchlauf gibt es hier nicht, oder er gehört jemand anderem.',
  'task.too-many': ({ most }) =>
    `Es dürfen ${most} Suchläufe zugleich laufen. Einen anhalten oder beenden, oder warten, bis einer fertig ist.`,
  'task.quota': ({ most }) => `Die ${most} Seiten von heute sind verbraucht. Morgen (UTC) geht es weiter.`,
  'usage.bad-url': ({ input }) => `„${input}“ ist keine Web-Adresse. Gemeint ist etwas wie https://example.org/karten.`,
  'usage.no-search-engine': () => 'Für Stichwörter ist keine Suchmaschine eingerichtet (search.engine).',
  'policy.private-address': ({ url }) =>
    `${url} ist keine öffentliche Adresse. Die Verwaltung nennt die privaten Bereiche, die besucht werden dürfen (network.allowRanges).`,
  'policy.port': ({ url }) =>
    `Der Port von ${url} darf nicht besucht werden. Die Verwaltung nennt weitere (server.userPorts).`,
};

/** Codes with several meanings, by reason. */
const byReason: Readonly<Record<string, Words>> = {
  'no-seed': () => 'Ein Suchlauf braucht mindestens eine Adresse oder Stichwörter.',
  'too-long': ({ most }) => `Höchstens ${most} Zeichen.`,
  'too-small': ({ least }) => `Mindestens ${least}.`,
  'too-many': ({ most }) => `Höchstens ${most}.`,
  'no-count': () => 'Hier wird eine ganze Zahl erwartet.',
  'no-region': () => 'Erwartet werden West, Süd, Ost und Nord in Grad, mit Kommas dazwischen.',
  'none-of': ({ given, values }) => `„${given}“ ist nichts davon: ${values}.`,
  'old-password': () => 'Das alte Passwort stimmt nicht.',
  'password-short': ({ least }) => `Dieses Passwort geht nicht: es hat weniger als ${least} Zeichen.`,
  'password-long': ({ most }) => `Dieses Passwort geht nicht: es hat mehr als ${most} Zeichen.`,
  'password-repeats': () => 'Dieses Passwort geht nicht: es wiederholt nur wenige Zeichen.',
  'password-common': () => 'Dieses Passwort geht nicht: es gehört zu den ersten, die jemand versuchen würde.',
  'password-name': () => 'Dieses Passwort geht nicht: es ist kaum mehr als der Name.',
  'last-admin': () => 'Das ist die letzte Person mit Verwaltungsrechten. Vorher braucht es eine andere.',
  'bad-name': () => 'So kann niemand heißen: Buchstaben, Ziffern, Leerzeichen und . _ @ -, höchstens 64.',
  'name-taken': ({ given }) => `${given} gibt es schon.`,
  'crawl-done': () => 'Dieser Suchlauf ist fertig, es ist nichts mehr zu tun. Es lässt sich ein gleicher anlegen.',
  'crawl-not-running': () => 'Nur ein Suchlauf, der läuft, kann angehalten werden.',
  'crawl-running': () => 'Dieser Suchlauf läuft. Er muss beendet werden, ehe er entfernt wird.',
};
