// Formats topics and parses topic arguments.
import { meaningsOf } from '../../classify/lexicon.ts';
import { isTopicId, topicIds, topicLabel, topicSchemes } from '../../classify/vocabularies/topic-ids.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Topic } from '../../model/topic.ts';

/** Minimum confidence to show. */
const leastShown = 0.5;

/** 'hydrography 96 %, river 92 % (river, stream)': by vocabulary, most confident first. */
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

/** Topics matching an id, a code, or a term in any language ('inspire:hy', 'hy', 'Gewässer'). */
export function readTopicArgument(given: string): readonly string[] {
  const text = given.trim();
  if (isTopicId(text)) return [text];
  const byCode = topicIds().filter((id) => id.slice(id.indexOf(':') + 1).toLowerCase() === text.toLowerCase());
  const byLabel = topicIds().filter((id) => topicLabel(id).toLowerCase() === text.toLowerCase());
  const byTerm = meaningsOf(text).map(({ concept }) => `concept:${concept}`);
  const matches = [...new Set([...byCode, ...byLabel, ...byTerm])];
  if (matches.length > 0) return matches;
  throw new GeotrawlError(
    'usage.bad-argument',
    `Unknown topic "${text}". Use an id such as inspire:hy, iso:inlandWaters, land-cover:water or concept:river, or a word such as river.`,
    { facts: { topic: text } },
  );
}

/** Exactly one topic, for corrections. */
export function readOneTopic(given: string): string {
  const matches = readTopicArgument(given);
  if (matches.length === 1) return matches[0]!;
  throw new GeotrawlError('usage.bad-argument', `"${given}" is ambiguous: ${matches.join(', ')}. Give one of these.`, {
    facts: { topic: given },
  });
}
