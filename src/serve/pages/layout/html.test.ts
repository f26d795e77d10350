// The HTML template: what is escaped, and what is not.
import { expect, it } from 'vitest';
import { html, inlineJson, writeHtml } from './html.ts';

it('escapes every value that is not HTML', () => {
  const title = '<script>alert("1")</script>';
  expect(writeHtml(html`<b title="${title}">${title}</b>`)).toBe(
    '<b title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</b>',
  );
});

it('inserts HTML, lists and empty values unescaped', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
  expect(writeHtml(html`<ul>${items}</ul>${null}${false}${undefined}${0}`)).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0',
  );
});

it('does not accept objects from harvested JSON as HTML', () => {
  const forged = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}');
  expect(writeHtml(html`${forged}`)).not.toContain('<script>');
});

it('writes JSON that cannot end its element', () => {
  expect(writeHtml(inlineJson({ a: '</script><!--\u2028' }))).toBe('{"a":"\\u003c/script\\u003e\\u003c!--\\u2028"}');
});
