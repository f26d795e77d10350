// What is wrong with a filter, and where.
import { GeotrawlError } from '../model/errors.ts';

/** `where` is "character 12" of a text, or the path of a member or element. */
export function filterError(
  code: 'filter.syntax' | 'filter.unsupported' | 'filter.unknown-property',
  message: string,
  where: string,
): GeotrawlError {
  return new GeotrawlError(code, `${message} (at ${where} of the filter)`, { facts: { where } });
}

/** Deeper nesting than anyone writes; recursion stays far from the end of the stack. */
export const maxFilterDepth = 100;
