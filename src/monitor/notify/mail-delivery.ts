// Mails people what happened to resources: as digests, at most one in the time each has chosen; tried again, given up in the end.

import type { Mailer } from '../../fetch/send-mail.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { HealthEvent } from '../../model/monitoring.ts';
import { type MailStore, type MailSubscription, operator } from '../../model/subscription.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';
import { type DigestFace, type Letter, mailDigest, type ToldEvent } from './mail-digest.ts';
import { openSqlMail } from './sql-mail.ts';
import { openSqlFollowers } from './sql-subscriptions.ts';
import { retryAfterMs } from './webhook-message.ts';

export interface MailParts {
  readonly store: SqlStore;
  readonly catalog: Pick<Catalog, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Null: nobody has set a mail server. */
  readonly mailer: Mailer | null;
  /** Addresses of the settings. */
  readonly to: readonly string[];
  readonly digestMs: number;
  readonly title: string;
  /** Where the pages are, or null. */
  readonly base: string | null;
  /** Asked before every mail; false where another machine tells by now. */
  readonly isOurs?: () => Promise<boolean>;
}

/** What is followed is told at once; what follows within this time is one mail. */
export const followedPauseMs = 10 * 60_000;
const lookahead = 5_000;
/** The last moment a Date can hold. */
const never = 8.64e15;

/** One mail to each subscription that is due and has something to hear. How many were taken. */
export async function tellByMail(parts: MailParts): Promise<number> {
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
  /** Null: nothing that this one wants to hear. */
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
  const told = code === null ? await newsFor(parts, subscription) : confirmation(parts, subscription);
  const reason = told.letter === null ? null : await send(mailer, address, told.letter);
  const nowMs = parts.clock.now();
  const waitMs = retryAfterMs[attempts];
  // One that is asked whether it is theirs is asked once. A digest waits its time also when there was nothing to say.
  const isWaiting = told.letter !== null || everyMs > followedPauseMs;
  const nextMs = code !== null ? never : isWaiting ? nowMs + everyMs : subscription.dueMs;
  const done = { ...subscription, lastNumber: told.toNumber, attempts: 0, dueMs: nextMs };
  const isGivenUp = reason !== null && waitMs === undefined;
  const again = { ...subscription, attempts: attempts + 1, dueMs: nowMs + (waitMs ?? 0) };
  await parts.store.transact(async (transaction) => {
    await mail.save(transaction, reason === null || isGivenUp ? done : again);
    if (!isGivenUp) return;
    const { fromNumber, toNumber } = told;
    await mail.bury(transaction, { url: `mailto:${address}`, fromNumber, toNumber, atMs: nowMs, reason });
  });
  return told.letter !== null && reason === null;
}

async function newsFor(parts: MailParts, subscription: MailSubscription): Promise<Told> {
  const { person, scope, lastNumber } = subscription;
  const all = await openSqlChecks(parts.store).events({ afterNumber: lastNumber, limit: lookahead });
  const followed = await openSqlFollowers(parts.store).followed(person);
  const wanted = all.filter(({ id }) => followed.has(id) === (scope === 'followed')).reverse();
  const toNumber = all[0]?.number ?? lastNumber;
  const [first] = wanted;
  if (first === undefined) return { letter: null, fromNumber: toNumber, toNumber };
  const events = await Promise.all(wanted.map((event) => withWords(parts, event)));
  const ending =
    person === operator
      ? 'Your address is in the settings of this catalog (mail.to).'
      : 'You follow these services. What you follow, and whether mail is sent, is in your account.';
  const face: DigestFace = { catalog: parts.title, base: parts.base, ending };
  return { letter: mailDigest(events, face), fromNumber: first.number, toNumber };
}

async function withWords({ store, catalog }: MailParts, event: HealthEvent): Promise<ToldEvent> {
  const [resource, monitored] = await Promise.all([catalog.get(event.id), openSqlChecks(store).get(event.id)]);
  return { ...event, title: resource?.title || resource?.endpoint || event.id, hostKey: monitored?.hostKey ?? '' };
}

/** An address is its owner's, and hears nothing else until that owner has agreed. */
function confirmation({ title }: MailParts, { code, lastNumber }: MailSubscription): Told {
  const text = `Somebody wants news of ${title} sent to this address. If that was you, confirm it with this code:\n\n${code}\n\nIf not, do nothing: there will be no news.\n`;
  return { letter: { subject: `${title}: is this your address?`, text }, fromNumber: lastNumber, toNumber: lastNumber };
}

/** Null where it was taken, else why not. */
async function send(mailer: Mailer, to: string, { subject, text }: Letter): Promise<string | null> {
  try {
    await mailer.send({ to, subject, text });
    return null;
  } catch (error) {
    if (!(error instanceof GeotrawlError)) throw error;
    return error.message;
  }
}
