// German error messages: complete for the codes users see.
import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes, GeotrawlError } from '../../../model/errors.ts';
import { requireGoodPassword } from '../../auth/password.ts';
import { germanWords } from './errors-de.ts';

describe('germanWords', () => {
  it.each(errorCodes.filter((code) => /^(?:access|task)\./.test(code) && code !== 'task.state'))(
    'has words for %s, which users see in forms',
    (code: ErrorCode) => {
      const facts = { retryAfter: 5, most: 5 };
      const words = germanWords(new GeotrawlError(code, 'in English', { facts }));
      expect(words).not.toBe('in English');
      expect(words).not.toContain('undefined');
    },
  );

  it.each(['short', 'aaaaaaaaaaaaaaaa', 'abcde'.repeat(100), 'annaannaanna1'])(
    'explains why %j is rejected as a password',
    (password) => {
      const refuse = () => requireGoodPassword(password, 'annaanna');
      expect(refuse).toThrow(GeotrawlError);
      try {
        refuse();
      } catch (error) {
        expect(germanWords(error as GeotrawlError)).toMatch(/^Dieses Passwort geht nicht: es [^{]+\.$/);
      }
    },
  );

  it('falls back to English for errors only programs see', () => {
    expect(germanWords(new GeotrawlError('store.read', 'The database could not be read.'))).toBe(
      'The database could not be read.',
    );
  });
});
