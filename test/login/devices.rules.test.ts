import { expect, test } from 'vitest'
import { browserIn, systemIn } from '../../src/domain/login/sessions/device-rules'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.for([
  [`${WINDOWS} ${CHROME}`, 'Chrome', 'Windows'],
  [`${WINDOWS} ${CHROME} Edg/141.0.0.0`, 'Edge', 'Windows'],
  [`${WINDOWS} ${CHROME} OPR/120.0`, 'Opera', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME}`, 'Chrome', 'Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 16000.0) ${CHROME}`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Chromium/141.0`, 'Chromium', 'Linux'],
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS'],
  [`${IPHONE} CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
  [`${WINDOWS} ZulipElectron/5.12.0 ${CHROME}`, 'Zulip', 'Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', 'Internet Explorer', 'Windows'],
  ['curl/8.0', null, null],
  ['', null, null],
] as const)('%s', ([user_agent, browser, system]) => {
  expect([browserIn(user_agent), systemIn(user_agent)]).toEqual([browser, system])
})
