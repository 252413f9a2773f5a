import { expect, onTestFinished, test, vi } from 'vitest'
import { pushCommands } from '../../scripts/parley/commands/push.ts'
import { OfficialBouncer } from '../support/bouncer/official-bouncer'
import type { Json } from '../support/person'

const KEY = 'k'.repeat(32) + 'j'.repeat(32)
const OTHER_SERVER = '6cea1be7-5b4f-4a9c-9b54-1f0b7d2ac009'

/** Runs the command for a server at this host, which prepares what the bouncer asks for. */
function commandAt(bouncer: OfficialBouncer, options: Record<string, unknown> = { agree: true }) {
  const prepared = new Map<string, string>()
  bouncer.visit = (url) => {
    const verification_secret = prepared.get(new URL(url).pathname.split('/').at(-2)!)
    const code = 'REMOTE_SERVER_VERIFICATION_SECRET_NOT_PREPARED'
    const answer = verification_secret === undefined ? { code } : { verification_secret }
    return Promise.resolve(Response.json(answer, { status: 'code' in answer ? 400 : 200 }))
  }
  const requests: string[] = []
  const ask = (request: string, { access_token, verification_secret }: Json) => {
    requests.push(request)
    prepared.set(access_token, verification_secret)
    return Promise.resolve({})
  }
  const run = (): Promise<Json> =>
    pushCommands[0]!.run({
      ask: ask as never,
      url: 'https://chat.parley.example',
      email: undefined,
      options: { bouncer: 'https://bouncer.example.net', ...options },
      operands: ['ops@parley.example'],
    })
  return { run, requests }
}

test('registers a new server, after its operator agreed', async () => {
  const bouncer = new OfficialBouncer()
  await expect(commandAt(bouncer, {}).run()).rejects.toThrow('repeat the command with --agree')
  expect(bouncer.requests).toEqual([])
  const { run, requests } = commandAt(bouncer)
  const { organization, key, hostname } = await run()
  expect(hostname).toBe('chat.parley.example')
  expect(bouncer.servers.get(organization)).toMatchObject({ key, hostname })
  expect(requests).toEqual([])
})

test('takes over a host name that it proves to have', async () => {
  const bouncer = new OfficialBouncer().withServer(OTHER_SERVER, KEY, 'chat.parley.example')
  const { run, requests } = commandAt(bouncer)
  const { organization, key } = await run()
  expect(requests).toEqual(['POST /parley/push/verification'])
  expect(organization).toBe(OTHER_SERVER)
  expect([key, bouncer.servers.get(OTHER_SERVER)?.key]).toEqual([expect.not.stringMatching(KEY), key])
})

/** Names the server in the environment, as the operator does. */
function knows(organization: string, key: string): void {
  vi.stubEnv('PUSH_BOUNCER_ORGANIZATION', organization)
  vi.stubEnv('PUSH_BOUNCER_KEY', key)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('registers again with the key of the deployment, and replaces the key when it is asked to', async () => {
  const bouncer = new OfficialBouncer()
  await expect(commandAt(bouncer, { agree: true, rotate: true }).run()).rejects.toThrow('Set PUSH_BOUNCER_ORGANIZATION')
  bouncer.withServer(OTHER_SERVER, KEY, 'old.parley.example')
  knows(OTHER_SERVER, KEY)
  expect(await commandAt(bouncer).run()).toMatchObject({ organization: OTHER_SERVER, key: KEY })
  expect(bouncer.servers.get(OTHER_SERVER)).toMatchObject({ key: KEY, hostname: 'chat.parley.example' })
  const { key } = await commandAt(bouncer, { agree: true, rotate: true }).run()
  expect(key).toMatch(/^[0-9A-Za-z]{64}$/)
  expect([key === KEY, bouncer.servers.get(OTHER_SERVER)?.key]).toEqual([false, key])
})

test('push leave ends the registration', async () => {
  const bouncer = new OfficialBouncer().withServer(OTHER_SERVER, KEY, 'chat.parley.example')
  const leave = (): Promise<unknown> =>
    pushCommands[1]!.run({
      ask: undefined as never,
      url: undefined,
      email: undefined,
      options: { bouncer: 'https://bouncer.example.net' },
      operands: [],
    })
  await expect(leave()).rejects.toThrow('Set PUSH_BOUNCER_ORGANIZATION')
  knows(OTHER_SERVER, KEY)
  expect(await leave()).toEqual({ organization: OTHER_SERVER })
  expect(bouncer.servers.get(OTHER_SERVER)?.isDeactivated).toBe(true)
  await expect(leave()).rejects.toThrow('is not registered')
  await expect(commandAt(bouncer).run()).rejects.toThrow('has been deactivated')
})

test('says why it failed', async () => {
  const bouncer = new OfficialBouncer()
  await expect(commandAt(bouncer, { agree: true, hostname: 'chat.parley.example/path' }).run()).rejects.toThrow(
    'The push service refused: chat.parley.example/path is not a valid hostname',
  )
  bouncer.instead = () => new Response('', { status: 502 })
  await expect(commandAt(bouncer).run()).rejects.toThrow('The push service failed: status 502')
})
