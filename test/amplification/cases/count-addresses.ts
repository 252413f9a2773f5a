import { COUNT_ADDRESSES_PER_ACCOUNT } from '../../../src/domain/people/sessions/count-address-storage'
import { browserOf, OWN_PAGE, type Browser } from '../../support/browser'
import type { Cases } from '../case'
import type { World } from '../world'
import { newPerson } from './accounts'

const OTHER = 'https://other.example.com'

/** Allows as many other organizations as an account can have. Returns the secret of the last one. */
async function allowAll(browser: Browser): Promise<string> {
  let location = ''
  for (let number = 0; number < COUNT_ADDRESSES_PER_ACCOUNT; number++) {
    const fields = { with: `https://${number}.example.com`, state: 'x'.repeat(64) }
    const response = await browser.request('/organizations/share', { method: 'POST', fields })
    location = response.headers.get('location') ?? ''
  }
  return new URLSearchParams(new URL(location).hash.slice(1)).get('counts') ?? ''
}

const fromPage = async (world: World) => {
  const browser = await browserOf(await newPerson(world))
  await allowAll(browser)
  return { sender: 'no account', isFromPage: true, headers: { ...OWN_PAGE, cookie: browser.cookie ?? '' } } as const
}

export const countAddressCases: Cases = {
  'GET site:/organizations': fromPage,
  'GET site:/organizations/share': async (world) => ({
    ...(await fromPage(world)),
    fields: { with: OTHER, state: 'x'.repeat(64) },
  }),
  'POST site:/organizations/share': async (world) => ({
    ...(await fromPage(world)),
    fields: { with: OTHER, state: 'x'.repeat(64) },
  }),
  'POST site:/organizations/stop': async (world) => ({ ...(await fromPage(world)), fields: { address_id: 1 } }),
  'GET /parley/counts/:secret': async ({ cast }) => ({
    sender: 'no account',
    fields: { secret: await allowAll(await browserOf(cast.dov)) },
  }),
}
