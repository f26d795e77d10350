// What `--db` names: a file, or a PostgreSQL database by its address; and how it is shown without its secrets.

/** 'postgres://user@host/name' or 'postgresql://…', as PostgreSQL itself writes it (manual, 34.1.1.2). */
export function isPostgresAddress(db: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(db);
}

/** For messages, logs and pages: the same without password and parameters. */
export function shownDatabase(db: string): string {
  if (!isPostgresAddress(db)) return db;
  // By hand: addresses of PostgreSQL name several hosts or none, which no URL of the web does.
  const rest = db.slice(db.indexOf('://') + 3).split(/[?#]/, 1)[0]!;
  const at = rest.lastIndexOf('@');
  const user = at < 0 ? '' : `${rest.slice(0, at).split(':', 1)[0]}@`;
  return `postgres://${user}${rest.slice(at + 1)}`;
}
