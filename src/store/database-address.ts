// What `--db` names: a file, or a PostgreSQL database by its address; and how it is shown without its secrets.

/** 'postgres://user@host/name' or 'postgresql://…', as PostgreSQL itself writes it (manual, 34.1.1.2). */
export function isPostgresAddress(db: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(db);
}

/** For messages, logs and pages: the same without password and parameters. */
export function shownDatabase(db: string): string {
  if (!isPostgresAddress(db)) return db;
  // An address without a host ('postgres:///name?host=/run/postgresql') is no URL to the WHATWG; nothing of it is shown but its name.
  const url = URL.canParse(db) ? new URL(db) : null;
  if (url === null) return 'postgres://…';
  const user = url.username === '' ? '' : `${url.username}@`;
  return `postgres://${user}${url.host}${url.pathname}`;
}
