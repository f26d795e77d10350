// Mail notifications: digests at the subscriber's chosen interval, retried and finally given up.

import type { Mailer } from '../../fetch/send-mail.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { HealthEvent } from '../../model/monitoring.ts';
import { type MailStore, type MailSubscription, operator } from '../../model/subscription.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';
import { type DigestEvent, type DigestFace, type Letter, mailDigest } from './mail-digest.ts';
import { openSqlMail } from './sql-mail.ts';
import { openSqlFollowers } from './sql-subscriptions.ts';
import { retryAfterMs } from './webhook-message.ts';

export interface MailParts {
  readonly store: SqlStore;
  readonly catalog: Pick<Catalog, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Null: no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Addresses from the settings. */
  readonly to: readonly string[];
  readonly digestMs: number;
  readonly title: string;
  /** Base URL of the pages, or null. */
  readonly base: string | null;
  /** Checked before every mail; false if another machine took over delivery. */
  readonly isOurs?: () => Promise<boolean>;
}

/** Followed resources are reported at once; further events within this time share one mail. */
export const followedPauseMs = 10 * 60_000;
const lookahead = 5_000;
/** The latest time a Date can represent. */
const never = 8.64e15;

/** Sends one mail to each due subscription with new events. Returns how many were accepted. */
export async function deliverMail(parts: MailParts): Promise<number> {
  if (parts.mailer === null) return 0;
  const mail = openSqlMail(parts.store);
  await subscribeOperator(parts, mail);
  let taken = 0;
  for (const subscription of await mail.subscriptions(null)) {
    const isLeft = subscription.person === operator && !parts.to.includes(subscription.address);
    if (isLeft || subscription.dueMs > parts.clock.now()) continue;
    if (parts.isOurs !== undefined && !(await parts.isOurs())) break;
    if (await tellOne(parts, mail, parts.mailer, subscription)) taken++;
  }
  return taken;
}

async function subscribeOperator({ store, to, digestMs, clock }: MailParts, mail: MailStore): Promise<void> {
  await store.transact(async (transaction) => {
    for (const address of to) {
      const own = { person: operator, address, code: null };
      const nowMs = clock.now();
      await mail.subscribe(transaction, { ...own, scope: 'followed', everyMs: followedPauseMs, dueMs: nowMs });
      await mail.subscribe(transaction, { ...own, scope: 'others', everyMs: digestMs, dueMs: nowMs + digestMs });
    }
  });
}

interface Told {
  /** Null: nothing relevant for this subscription. */
  readonly letter: Letter | null;
  readonly fromNumber: number;
  readonly toNumber: number;
}

async function tellOne(
  parts: MailParts,
  mail: MailStore,
  mailer: Mailer,
  subscription: MailSubscription,
): Promise<boolean> {
  const { code, address, attempts, everyMs } = subscription;
  const message = code === null ? await newsFor(parts, subscription) : confirmation(parts, subscription);
  const reason = message.letter === null ? null : await send(mailer, address, message.letter);
  const nowMs = parts.clock.now();
  const waitMs = retryAfterMs[attempts];
  // A confirmation request is sent once. A digest keeps its interval even if there was nothing to report.
  const isWaiting = message.letter !== null || everyMs > followedPauseMs;
  const nextMs = code !== null ? never : isWaiting ? nowMs + everyMs : subscription.dueMs;
  const done = { ...subscription, lastNumber: message.toNumber, attempts: 0, dueMs: nextMs };
  const isGivenUp = reason !== null && waitMs === undefined;
  const again = { ...subscription, attempts: attempts + 1, dueMs: nowMs + (waitMs ?? 0) };
  await parts.store.transact(async (transaction) => {
    await mail.save(transaction, reason === null || isGivenUp ? done : again);
    if (!isGivenUp) return;
    const { fromNumber, toNumber } = message;
    await mail.bury(transaction, { url: `mailto:${address}`, fromNumber, toNumber, atMs: nowMs, reason });
  });
  return message.letter !== null && reason === null;
}

async function newsFor(parts: MailParts, subscription: MailSubscription): Promise<Told> {
  const { person, scope, lastNumber } = subscription;
  const all = await openSqlChecks(parts.store).events({ afterNumber: lastNumber, limit: lookahead });
  const followed = await openSqlFollowers(parts.store).followed(person);
  const digest = all.filter(({ id }) => followed.has(id) === (scope === 'followed')).reverse();
  const toNumber = all[0]?.number ?? lastNumber;
  const [first] = digest;
  if (first === undefined) return { letter: null, fromNumber: toNumber, toNumber };
  const events = await Promise.all(digest.map((event) => withWords(parts, event)));
  const ending =
    person === operator
      ? 'You receive this mail because your address is in the settings of this catalog (mail.to).'
      : 'You receive this mail because you follow these services. Change this in your account.';
  const face: DigestFace = { catalog: parts.title, base: parts.base, ending };
  return { letter: mailDigest(events, face), fromNumber: first.number, toNumber };
}

async function withWords({ store, catalog }: MailParts, event: HealthEvent): Promise<DigestEvent> {
  const [resource, monitored] = await Promise.all([catalog.get(event.id), openSqlChecks(store).get(event.id)]);
  return { ...event, title: resource?.title || resource?.endpoint || event.id, hostKey: monitored?.hostKey ?? '' };
}

/** An address receives nothing else until its owner has confirmed it. */
function confirmation({ title }: MailParts, { code, lastNumber }: MailSubscription): Told {
  const text = `Notifications of ${title} were requested for this address. If this was you, confirm it with this code:\n\n${code}\n\nIf not, ignore this message: nothing else will be sent.\n`;
  return { letter: { subject: `${title}: confirm your address`, text }, fromNumber: lastNumber, toNumber: lastNumber };
}

/** Null if accepted, else the reason. */
async function send(mailer: Mailer, to: string, { subject, text }: Letter): Promise<string | null> {
  try {
    await mailer.send({ to, subject, text });
    return null;
  } catch (error) {
    if (!(error instanceof GeotrawlError)) throw error;
    return error.message;
  }
}
