// Errors in filters, with their position.
import { GeotrawlError } from '../model/errors.ts';

/** `where` is "character 12" of a text, or the path of a member or element. */
export function filterError(
  code: 'filter.syntax' | 'filter.unsupported' | 'filter.unknown-property',
  message: string,
  where: string,
): GeotrawlError {
  return new GeotrawlError(code, `${message} (at ${where} of the filter)`, { facts: { where } });
}

/** Far below the depth that would overflow the stack. */
export const maxFilterDepth = 100;

export const openRing = 'a polygon ring needs at least four positions and must end where it starts';
