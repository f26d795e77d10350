// Topics as people read and write them.
import { meaningsOf } from '../../classify/lexicon.ts';
import { isTopicId, topicIds, topicLabel, topicSchemes } from '../../classify/vocabularies/topic-ids.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Topic } from '../../model/topic.ts';

/** Less sure ones are kept, but not shown without being asked for. */
const leastShown = 0.5;

/** 'hydrography 96 %, river 92 % (river, stream)': one vocabulary after the other, each surest first. */
export function describeTopics(topics: readonly Topic[]): string {
  const shown = topics.filter(({ confidence }) => confidence >= leastShown);
  return topicSchemes
    .map((scheme) => ({ scheme, own: shown.filter(({ id }) => id.startsWith(`${scheme}:`)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ scheme, own }) => `${scheme}: ${own.map(describeTopic).join(', ')}`)
    .join('; ');
}

function describeTopic({ id, confidence, by }: Topic): string {
  return `${topicLabel(id)} ${by === 'user' ? '(by you)' : `${Math.round(confidence * 100)} %`}`;
}

/** What a person may mean by a word: an id, a code, or a term of any language ('inspire:hy', 'hy', 'Gewässer'). */
export function readTopicArgument(given: string): readonly string[] {
  const text = given.trim();
  if (isTopicId(text)) return [text];
  const byCode = topicIds().filter((id) => id.slice(id.indexOf(':') + 1).toLowerCase() === text.toLowerCase());
  const byLabel = topicIds().filter((id) => topicLabel(id).toLowerCase() === text.toLowerCase());
  const byTerm = meaningsOf(text).map(({ concept }) => `concept:${concept}`);
  const meant = [...new Set([...byCode, ...byLabel, ...byTerm])];
  if (meant.length > 0) return meant;
  throw new GeotrawlError(
    'usage.bad-argument',
    `No topic is called "${text}". Write an id such as inspire:hy, iso:inlandWaters, land-cover:water or concept:river, or a word such as river.`,
    { facts: { topic: text } },
  );
}

/** The one topic meant, for what changes a record. */
export function readOneTopic(given: string): string {
  const meant = readTopicArgument(given);
  if (meant.length === 1) return meant[0]!;
  throw new GeotrawlError('usage.bad-argument', `"${given}" may be ${meant.join(', ')}. Write which one.`, {
    facts: { topic: given },
  });
}
