// Where the page of a record is.

export function pageUrl(base: string, id: string): string {
  return `${base}/service/${id}`;
}
