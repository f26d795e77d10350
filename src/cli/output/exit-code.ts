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

export function exitCodeOf(code: ErrorCode): number {
  const [family] = code.split('.');
  switch (family) {
    case 'usage':
    case 'config':
      return exitCodes.usage;
    case 'fetch':
      return exitCodes.unreachable;
    case 'policy':
      return exitCodes.policy;
    case 'access':
      return exitCodes.permission;
    case 'store':
      return exitCodes.storage;
    case 'catalog':
      return exitCodes.nothingFound;
    default:
      return exitCodes.usage;
  }
}
