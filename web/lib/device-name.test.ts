import { describe, expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const CHROME = '(KHTML, like Gecko) Chrome/140.0.0.0';

describe('AUTH-25 the short name of a device', () => {
  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux', false],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${CHROME} Safari/537.36`,
      'Chrome on Windows',
      false,
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${CHROME} Safari/537.36 Edg/140.0`,
      'Edge on Windows',
      false,
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 ${CHROME} Safari/537.36 OPR/120.0`,
      'Opera on macOS',
      false,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on macOS',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
      true,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
      true,
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 ${CHROME} Mobile Safari/537.36`,
      'Chrome on Android',
      true,
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 ${CHROME} Safari/537.36`,
      'Chrome on ChromeOS',
      false,
    ],
    ['curl/8.5.0', 'curl', false],
    ['Mozilla/5.0 (Linux)', 'Linux', false],
    ['Mozilla/5.0', 'Unknown device', false],
    ['', 'Unknown device', false],
  ])('%s', (userAgent, name, isHandheld) => {
    expect(deviceName(userAgent)).toEqual({ name, isHandheld });
  });
});
