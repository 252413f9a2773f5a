import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Browser } from '../support/browser'
import { succeeded, type Json } from '../support/person'
import { realmWithVariables } from '../support/realm-with-variables'
import { freshRealm } from '../support/realm'

const refusal = (provider: string) => ({ result: 'error', msg: `${provider} is not configured.`, code: 'BAD_REQUEST' })

type Received = { url: URL; authorization: string | null; body: string }

/** Replaces the servers of the providers until the test ends. No request leaves the machine. */
function fakeProvider(answer: (request: Received) => Response): Received[] {
  const received: Received[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const authorization = request.headers.get('authorization')
    received.push({ url: new URL(request.url), authorization, body: await request.text() })
    return answer(received.at(-1)!)
  })
  onTestFinished(() => spy.mockRestore())
  return received
}

const SECRET = 'the secret of the meetings'
const BIG_BLUE_BUTTON = {
  BIG_BLUE_BUTTON_URL: 'https://meet.example.com/bigbluebutton/',
  BIG_BLUE_BUTTON_SECRET: SECRET,
}

/** Checks a request as BigBlueButton does, and returns its fields. */
function checkedFields({ pathname, search }: URL): Record<string, string> {
  const query = search.slice(1).replace(/&checksum=[0-9a-f]{64}$/, '')
  const call = pathname.split('/').at(-1)
  const checksum = createHash('sha256').update(`${call}${query}${SECRET}`).digest('hex')
  expect(search.slice(1)).toBe(`${query}&checksum=${checksum}`)
  return Object.fromEntries(new URLSearchParams(query))
}

const created = () =>
  new Response('<response><returncode>SUCCESS</returncode><createTime>1531155809613</createTime></response>')

describe('GET /calls/bigbluebutton/create', () => {
  test('the link leads users to the meeting, and the one who made it is its moderator', async () => {
    const { realm, ada } = await realmWithVariables(BIG_BLUE_BUTTON)
    const ben = await realm.newPerson('ben')
    const received = fakeProvider(created)
    const { url } = succeeded(
      await ada.get('/calls/bigbluebutton/create', { meeting_name: 'Lunch & tea', voice_only: true }),
    )
    expect(url).toMatch(/^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w.-]+$/)
    expect(received).toEqual([])
    const meetings: string[] = []
    for (const [person, role] of [
      [ada, 'MODERATOR'],
      [ben, 'VIEWER'],
    ] as const) {
      const browser = await new Browser(realm.url).logIn(person)
      const response = await browser.request(url)
      expect(response.status).toBe(302)
      const target = new URL(response.headers.get('location')!)
      expect(target.href).toMatch(/^https:\/\/meet\.example\.com\/bigbluebutton\/api\/join\?/)
      const entering = checkedFields(target)
      expect(entering).toMatchObject({ role, fullName: person.account.full_name, createTime: '1531155809613' })
      const creating = checkedFields(received.at(-1)!.url)
      expect(creating).toEqual({ meetingID: entering.meetingID, name: 'Lunch & tea', lockSettingsDisableCam: 'true' })
      meetings.push(entering.meetingID!)
    }
    expect(new Set(meetings).size).toBe(1)
  })
})

describe('GET site:/calls/bigbluebutton/join', () => {
  test('a browser without a session logs in first; a changed link, one of another realm and a failing server are refused', async () => {
    const { realm, ada } = await realmWithVariables(BIG_BLUE_BUTTON)
    const received = fakeProvider(() => new Response('<response><returncode>FAILED</returncode></response>'))
    const { url } = succeeded(await ada.get('/calls/bigbluebutton/create', { meeting_name: 'Lunch' }))
    const response = await new Browser(realm.url).request(url)
    expect(response.headers.get('location')).toBe(`/login?${new URLSearchParams({ next: url }).toString()}`)
    expect(received).toEqual([])
    const browser = await new Browser(realm.url).logIn(ada)
    const msgOf = async (address: string) => {
      const answer: Json = await (await browser.request(address)).json()
      return answer.msg
    }
    expect(await msgOf(url)).toBe('BigBlueButton did not answer as expected.')
    expect(await msgOf(`${url}x`)).toBe('Invalid BigBlueButton call')
    expect(await msgOf(url.replace('=', '=a'))).toBe('Invalid BigBlueButton call')
    const other = await realmWithVariables(BIG_BLUE_BUTTON)
    const { url: ofOther } = succeeded(await other.ada.get('/calls/bigbluebutton/create', { meeting_name: 'Lunch' }))
    expect(await msgOf(ofOther)).toBe('Invalid BigBlueButton call')
  })
})

const ZOOM = { ZOOM_ACCOUNT_ID: 'account', ZOOM_CLIENT_ID: 'client', ZOOM_CLIENT_SECRET: 'secret' }

describe('POST /calls/zoom/create', () => {
  test('the meeting belongs to the Zoom user with the email address of the caller', async () => {
    const { ada } = await realmWithVariables(ZOOM)
    const received = fakeProvider(({ url }) =>
      url.pathname === '/oauth/token'
        ? Response.json({ access_token: 'the token' })
        : Response.json({ join_url: 'https://zoom.us/j/123?pwd=x' }, { status: 201 }),
    )
    expect(await ada.post('/calls/zoom/create', { is_video_call: false })).toEqual({
      result: 'success',
      msg: '',
      url: 'https://zoom.us/j/123?pwd=x',
    })
    const [login, meeting] = received
    expect(login).toMatchObject({
      authorization: `Basic ${btoa('client:secret')}`,
      body: 'grant_type=account_credentials&account_id=account',
    })
    expect(login!.url.href).toBe('https://zoom.us/oauth/token')
    expect(meeting!.url.href).toBe(`https://api.zoom.us/v2/users/${encodeURIComponent(ada.email)}/meetings`)
    expect(meeting!.authorization).toBe('Bearer the token')
    expect(JSON.parse(meeting!.body)).toEqual({
      settings: { host_video: false, participant_video: false },
      default_password: true,
    })
  })

  test('says why there is no meeting: no such Zoom user, or an answer that is none', async () => {
    const { ada } = await realmWithVariables(ZOOM)
    let answer: object = { code: 1001, message: 'User does not exist' }
    fakeProvider(({ url }) =>
      url.pathname === '/oauth/token' ? Response.json({ access_token: 'the token' }) : Response.json(answer),
    )
    expect(await ada.post('/calls/zoom/create')).toMatchObject({ code: 'UNKNOWN_ZOOM_USER' })
    answer = { join_url: 'javascript:alert(1)' }
    expect(await ada.post('/calls/zoom/create')).toMatchObject({ msg: 'Zoom did not answer as expected.' })
  })
})

describe('the provider of an organization', () => {
  test('a realm chooses among the providers that the deployment has', async () => {
    const { ada } = await realmWithVariables(ZOOM)
    const { state } = await ada.registers()
    expect(state.realm_available_video_chat_providers).toEqual({
      disabled: { name: 'None', id: 0 },
      jitsi_meet: { name: 'Jitsi Meet', id: 1 },
      zoom_server_to_server: { name: 'Zoom', id: 5 },
    })
    expect(await ada.patch('/realm', { video_chat_provider: 4 })).toMatchObject({
      msg: 'Invalid video_chat_provider 4',
    })
    succeeded(await ada.patch('/realm', { video_chat_provider: 5 }))
  })
})

describe('the endpoints that create video calls', () => {
  test('a provider that is not configured is refused with its name', async () => {
    const { dov, ezra } = await freshRealm()
    for (const person of [dov, ezra]) {
      expect(await person.get('/calls/bigbluebutton/create', { meeting_name: 'lunch' })).toEqual(
        refusal('BigBlueButton'),
      )
      expect(await person.post('/calls/zoom/create', { is_video_call: true })).toEqual(refusal('Zoom'))
      expect(await person.post('/calls/constructorgroups/create')).toEqual(refusal('Constructor Groups'))
      expect(await person.post('/calls/nextcloud_talk/create', { room_name: 'lunch' })).toEqual(
        refusal('Nextcloud Talk'),
      )
      expect(await person.post('/calls/webex/create')).toEqual(refusal('Webex'))
    }
    expect((await dov.request('/calls/zoom/create', { method: 'POST' })).status).toBe(400)
  })

  test('refuses requests without an account', async () => {
    const { realm } = await freshRealm()
    expect((await realm.request('/calls/zoom/create', { method: 'POST' })).status).toBe(401)
  })
})
