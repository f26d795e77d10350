// Addresses of STAC assets.
import { webUrl } from '../base/web-url.ts';

/** Address of an asset on the web; `s3:` becomes the address S3 serves it under (edge case 11). */
export function assetUrl(href: string, base: string): string | null {
  const bucket = /^s3:\/\/([a-z0-9.-]{3,63})\/(.+)$/i.exec(href);
  return bucket === null ? webUrl(href, base) : webUrl(`https://${bucket[1]}.s3.amazonaws.com/${bucket[2]}`);
}
