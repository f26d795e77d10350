// Which URLs are worth a visit: no office documents, media or social networks; geodata always.
import { pathStartOf } from './resolve.ts';

/** Extensions of formats without readable links: documents, audio, video, images, fonts, styles. */
const refusedEndings = new Set(
  (
    'pdf ps eps djvu epub mobi doc docx docm dot dotx xls xlsx xlsm xlsb ppt pptx pps ppsx odt ods odp odg rtf vsd pub ' +
    'mp3 mp4 m4a m4v m3u8 aac wma wmv wav flac ogg oga ogv avi mov mkv webm mpg mpeg 3gp flv swf mid midi ' +
    'png jpg jpeg jpe gif bmp webp svg svgz ico avif heic psd ai woff woff2 ttf otf eot css scss less'
  ).split(' '),
);

/** Social networks and share buttons, by registrable domain. */
const refusedSites = new Set(
  (
    'facebook.com fb.com fb.me twitter.com x.com t.co instagram.com linkedin.com lnkd.in youtube.com youtu.be ' +
    'youtube-nocookie.com tiktok.com pinterest.com pinterest.de pinterest.fr pinterest.co.uk reddit.com t.me telegram.me ' +
    'whatsapp.com wa.me vk.com ok.ru weibo.com snapchat.com flickr.com flic.kr tumblr.com vimeo.com threads.net xing.com ' +
    'addthis.com addtoany.com sharethis.com digg.com stumbleupon.com del.icio.us line.me bsky.app discord.gg discord.com ' +
    'soundcloud.com spotify.com dailymotion.com'
  ).split(' '),
);
const refusedHosts = new Set(['plus.google.com', 'play.google.com', 'apps.apple.com', 'itunes.apple.com']);

/** Parameters only a geospatial service has: `service=WMS`, `request=GetMap`, … */
const serviceParameter =
  /[?&;](?:service=(?:w[a-z]{1,3}s|wms-c|csw|sos|sps|tms|3dps|inspire)|request=(?:get|describe)[a-z]*)(?:[&;#\s]|$)/i;

/** The query names a geospatial service, whatever the path. */
export function namesService(url: string): boolean {
  return url.includes('?') && serviceParameter.test(url);
}

/** Expects an absolute http or https URL. */
export function isFollowable(url: string): boolean {
  const hostStart = url.indexOf('//') + 2;
  const pathStart = pathStartOf(url);
  if (refusesHost(url.slice(hostStart, pathStart))) return false;
  return !refusedEndings.has(endingOf(url, pathStart)) || namesService(url);
}

function refusesHost(authority: string): boolean {
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/\.?(?::\d*)?$/, '')
    .toLowerCase();
  if (refusedHosts.has(host)) return true;
  for (let at = 0; at >= 0; at = host.indexOf('.', at) + 1 || -1) {
    if (refusedSites.has(at === 0 ? host : host.slice(at))) return true;
  }
  return false;
}

/** Extension of the last path segment in lower case, '' if there is none. */
function endingOf(url: string, pathStart: number): string {
  let end = pathStart;
  while (end < url.length && url.charCodeAt(end) !== 63 && url.charCodeAt(end) !== 35) end++;
  const dot = url.lastIndexOf('.', end - 1);
  if (dot < pathStart || end - dot > 6 || url.indexOf('/', dot) === dot + 1) return '';
  return url.slice(dot + 1, end).toLowerCase();
}
