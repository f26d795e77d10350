// The URL of a record page.

export function pageUrl(base: string, id: string): string {
  return `${base}/service/${id}`;
}
