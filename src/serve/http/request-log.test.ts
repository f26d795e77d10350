// Logged request targets contain no secrets.
import { expect, it } from 'vitest';
import { shownTarget } from './request-log.ts';

it.each([
  ['/search?q=forest&bbox=5,45,10,48', '/search?q=forest&bbox=5,45,10,48'],
  ['/welcome/gl_2b7f', '/welcome/***'],
  ['/welcome/gl_2b7f/?a=1', '/welcome/***/?a=1'],
  [
    '/probe?url=https%3A%2F%2Fme%3Apw%40a.example%2Fwms%3Ftoken%3Dabc',
    '/probe?url=https%3A%2F%2F***%40a.example%2Fwms%3Ftoken%3D***',
  ],
  ['/probe?url=https://me:p%40ss@a.example/', '/probe?url=https://***@a.example/'],
  ['/api/v1/mail?code=1234&x=1', '/api/v1/mail?code=***&x=1'],
  ['/wms?api_key=abc', '/wms?api_key=***'],
])('%s', (target, shown) => {
  expect(shownTarget(target)).toBe(shown);
});
