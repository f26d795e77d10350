// Formats a value for a message.

/** Always short; never throws. */
export function formatValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value))
    return value.length <= 4
      ? `[${value.map((one) => (Array.isArray(one) ? '[…]' : formatValue(one))).join(', ')}]`
      : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value);
}
