import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { passOn } from './launch'
import { composerOf, logIn, newPerson, newTopic, openClient, sends, topicHash } from './person'
import { choosesOther } from './views'
import { startZoom } from './zoom'

const PROVIDERS = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
  big_blue_button: { name: 'BigBlueButton', id: 4 },
  zoom: { name: 'Zoom', id: 3 },
  zoom_server_to_server: { name: 'Zoom', id: 5 },
}

/** Opens a topic in a client whose organization has chosen a service for calls. */
async function opensWith(fields: Record<string, unknown>, name = 'ada'): Promise<Page> {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await openClient({}, topicHash(topic))
  await page.route('**/json/register', async (route) => {
    const response = await passOn(route)
    const state = { ...(await response.json()), realm_available_video_chat_providers: PROVIDERS, ...fields }
    await route.fulfill({ response, json: state })
  })
  await logIn(page, name)
  await composerOf(page).waitFor()
  return page
}

async function begins(page: Page, kind: 'Video call' | 'Voice call'): Promise<void> {
  await choosesOther(page, 'Call')
  await page.getByRole('menuitem', { name: kind }).click()
}

test('a call at the Jitsi server of the organization needs no request', async () => {
  const page = await opensWith({ realm_video_chat_provider: 1, realm_jitsi_server_url: 'https://meet.example.com/' })
  await begins(page, 'Video call')
  await expect
    .poll(() => composerOf(page).inputValue())
    .toMatch(/^\[Join video call\.\]\(https:\/\/meet\.example\.com\/\d{15}#config\.startWithVideoMuted=false\) $/)
  await composerOf(page).fill('')
  await begins(page, 'Voice call')
  await expect.poll(() => composerOf(page).inputValue()).toContain('[Join voice call.]')
  await composerOf(page).fill('')
})

test('a call at BigBlueButton has a link to this server, with the name of the conversation', async () => {
  const page = await opensWith({ realm_video_chat_provider: 4 })
  let query = new URLSearchParams()
  await page.route('**/json/calls/bigbluebutton/create**', (route) => {
    query = new URL(route.request().url()).searchParams
    return route.fulfill({ json: { result: 'success', msg: '', url: '/calls/bigbluebutton/join?bigbluebutton=x' } })
  })
  await begins(page, 'Voice call')
  const link = `${inject('server').url}/calls/bigbluebutton/join?bigbluebutton=x`
  await expect.poll(() => composerOf(page).inputValue()).toBe(`[Join voice call.](${link}) `)
  expect(query.get('voice_only')).toBe('true')
  expect(query.get('meeting_name')).toContain('# general')
  await composerOf(page).fill('')
})

test('a call at Zoom has the link of the provider, and a refusal is shown', async () => {
  const page = await opensWith({ realm_video_chat_provider: 5 })
  await page.route('**/json/calls/zoom/create', (route) =>
    route.fulfill({ json: { result: 'success', msg: '', url: 'https://zoom.us/j/1' } }),
  )
  await begins(page, 'Video call')
  await expect.poll(() => composerOf(page).inputValue()).toBe('[Join video call.](https://zoom.us/j/1) ')
  await composerOf(page).fill('')
  await page.unroute('**/json/calls/zoom/create')
  await page.route('**/json/calls/zoom/create', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Zoom is out of order.' } }),
  )
  await begins(page, 'Video call')
  await page.getByText('Zoom is out of order.').waitFor()
})

test('a user connects an account at Zoom first, and then the call begins by itself', async () => {
  await startZoom()
  const page = await opensWith({ realm_video_chat_provider: 3 }, await newPerson())
  const opened = page.context().waitForEvent('page')
  await begins(page, 'Video call')
  const zoom = await opened
  await zoom.getByRole('heading', { name: 'Zoom is connected' }).waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('[Join video call.](https://zoom.us/j/2) ')
  await composerOf(page).fill('')
  await begins(page, 'Voice call')
  await expect.poll(() => composerOf(page).inputValue()).toBe('[Join voice call.](https://zoom.us/j/2) ')
  expect(page.context().pages()).toHaveLength(2)
  await composerOf(page).fill('')
})

test('an organization without calls offers none', async () => {
  const page = await opensWith({ realm_video_chat_provider: 0 })
  await page.locator('.layer:not(.parked) .write').getByRole('button', { name: 'Other content' }).click()
  await page.getByRole('menuitem', { name: 'Poll' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Call' }).count()).toBe(0)
})
