// The value of `--db`: a file or a PostgreSQL address, and its display form without secrets.

/** 'postgres://user@host/name' or 'postgresql://…' (PostgreSQL manual, 34.1.1.2). */
export function isPostgresAddress(db: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(db);
}

/** For messages, logs and pages: without password and parameters. */
export function shownDatabase(db: string): string {
  if (!isPostgresAddress(db)) return db;
  // Parsed by hand: PostgreSQL addresses may name several hosts or none, which URL doesn't allow.
  const rest = db.slice(db.indexOf('://') + 3).split(/[?#]/, 1)[0]!;
  const at = rest.lastIndexOf('@');
  const user = at < 0 ? '' : `${rest.slice(0, at).split(':', 1)[0]}@`;
  return `postgres://${user}${rest.slice(at + 1)}`;
}
