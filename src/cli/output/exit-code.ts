// Exit codes by cause.
import type { ErrorCode } from '../../model/errors.ts';

export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  nothingFound: 3,
  unreachable: 4,
  partial: 5,
  storage: 6,
  permission: 7,
  policy: 8,
  interrupted: 130,
  terminated: 143,
} as const;

const byFamily: Readonly<Record<string, number>> = {
  fetch: exitCodes.unreachable,
  policy: exitCodes.policy,
  access: exitCodes.permission,
  store: exitCodes.storage,
  catalog: exitCodes.nothingFound,
};

/** By the part of the code before its dot. */
export function exitCodeOf(code: ErrorCode): number {
  return byFamily[code.split('.', 1)[0]!] ?? exitCodes.usage;
}
