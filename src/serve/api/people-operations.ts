// What people and their crawls can be asked over the API, for its description.
import { exportParameters } from './export-results.ts';

export interface PeopleOperation {
  readonly summary: string;
  /** Parameters of the query. */
  readonly parameters?: readonly string[];
  /** Members of the body. */
  readonly body?: readonly string[];
  /** What is answered when all is well. */
  readonly status?: 200 | 201 | 204;
}

const crawlMembers = [
  ...[
    'name',
    'seeds',
    'keywords',
    'kinds',
    'include',
    'exclude',
    'region',
    'every',
    'shared',
    'depth',
    'width',
    'scope',
  ],
  ...['strategy', 'maxPages', 'maxMinutes', 'maxMegabytes', 'maxBytes', 'delayMs'],
  ...['start', 'dryRun'],
];

/** By method and path. */
export const peopleOperations: Readonly<Record<string, PeopleOperation>> = {
  'get /api/v1/session': { summary: 'Who one is, and what one may do' },
  'post /api/v1/session': { summary: 'Log in; the answer sets a cookie', body: ['name', 'password'] },
  'delete /api/v1/session': { summary: 'Log out', status: 204 },
  'post /api/v1/session/link': { summary: 'Set a password by a one-time link', body: ['link', 'name', 'password'] },
  'put /api/v1/session/password': { summary: 'Change one’s password', body: ['old', 'new'] },
  'get /api/v1/tokens': { summary: 'One’s API tokens' },
  'post /api/v1/tokens': { summary: 'Make a token; shown once', body: ['name', 'scopes', 'days'], status: 201 },
  'delete /api/v1/tokens/{id}': { summary: 'End a token', status: 204 },
  'get /api/v1/users': { summary: 'Everybody with an account' },
  'post /api/v1/users': { summary: 'Let somebody in, by a one-time link', body: ['name', 'role'], status: 201 },
  'patch /api/v1/users/{id}': { summary: 'Change somebody’s role', body: ['role'] },
  'delete /api/v1/users/{id}': { summary: 'Remove somebody', status: 204 },
  'post /api/v1/users/{id}/reset': { summary: 'A one-time link for a new password' },
  'get /api/v1/audit': { summary: 'What people did, newest first', parameters: ['limit', 'before'] },
  'get /api/v1/export': {
    summary: 'Results of a search as a file, 10,000 records at most: csv, geojson, ndjson or url',
    parameters: exportParameters,
  },
  'get /api/v1/credentials': { summary: 'Hosts there are credentials for; never the secrets' },
  'post /api/v1/credentials': {
    summary: 'Keep what a host wants to see: type basic, token, key or header',
    body: ['host', 'type', 'name', 'secret'],
    status: 201,
  },
  'delete /api/v1/credentials/{host}': { summary: 'Forget the credentials of a host', status: 204 },
  'get /api/v1/opt-outs': { summary: 'Hosts that do not want to be here' },
  'post /api/v1/opt-outs': {
    summary: 'Remove a host and everything known of it',
    body: ['host', 'reason'],
    status: 201,
  },
  'delete /api/v1/opt-outs/{host}': { summary: 'Let a host be crawled again', status: 204 },
  'get /api/v1/workers': {
    summary: 'Processes that work on crawls of this database: hosts they have, requests per second',
  },
  'get /api/v1/tasks': { summary: 'Crawls one may see, newest first' },
  'post /api/v1/tasks': { summary: 'Make a crawl', body: crawlMembers, status: 201 },
  'get /api/v1/tasks/{id}': { summary: 'One crawl' },
  'patch /api/v1/tasks/{id}': { summary: 'Share a crawl, or not', body: ['shared'] },
  'delete /api/v1/tasks/{id}': { summary: 'Remove a crawl; what it found stays', status: 204 },
  'post /api/v1/tasks/{id}/start': { summary: 'Start it' },
  'post /api/v1/tasks/{id}/resume': { summary: 'Go on where it was' },
  'post /api/v1/tasks/{id}/pause': { summary: 'Pause it' },
  'post /api/v1/tasks/{id}/stop': { summary: 'Stop it, and its schedule' },
  'get /api/v1/tasks/{id}/events': {
    summary: 'What happens, as server-sent events or JSON',
    parameters: ['after', 'limit', 'f'],
  },
  'get /api/v1/tasks/{id}/found': { summary: 'What it found', parameters: ['limit', 'offset'] },
  'get /api/v1/tasks/{id}/problems': { summary: 'What went wrong, by cause' },
  'get /api/v1/tasks/{id}/hosts': {
    summary: 'Hosts it met, where they are and why they rest',
    parameters: ['limit', 'host'],
  },
  'get /api/v1/tasks/{id}/frontier': { summary: 'What it will visit next', parameters: ['limit'] },
  'get /api/v1/following': { summary: 'What one follows, with its state' },
  'put /api/v1/following/{record}': { summary: 'Follow a record: it is looked at every hour', status: 204 },
  'delete /api/v1/following/{record}': { summary: 'Follow it no longer', status: 204 },
  'get /api/v1/webhooks': { summary: 'One’s webhooks, told of what one follows' },
  'post /api/v1/webhooks': { summary: 'Add one; its secret is shown once', body: ['url'], status: 201 },
  'delete /api/v1/webhooks/{id}': { summary: 'Remove one', status: 204 },
  'get /api/v1/mail': { summary: 'Where one gets mail of what one follows, and how often' },
  'put /api/v1/mail': {
    summary: 'Get mail; a new address is sent a code first. "every" is now or day',
    body: ['address', 'every'],
  },
  'delete /api/v1/mail': { summary: 'No more mail', status: 204 },
  'post /api/v1/mail/confirm': { summary: 'Send the code back', body: ['code'], status: 204 },
  'post /api/v1/services': { summary: 'Have one address looked at', body: ['url'], status: 201 },
};
