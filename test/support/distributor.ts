import { onTestFinished, vi } from 'vitest'
import { decodePhoneClass } from '../contracts/phone-app'
import { succeeded, type Json, type Person } from './person'
import { claimsIn, PushRegistration } from './push-service'

type Endpoint = { vapidKey: string; isGone: boolean; delivered: Uint8Array<ArrayBuffer>[] }

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

const refuse = (status: number, reason: string): never => {
  throw new Refusal(status, reason)
}

const DAY = 86_400
const MAX_BODY_BYTES = 4096
const [SALT_BYTES, KEY_BYTES, HEADER_BYTES, TAG_BYTES] = [16, 65, 86, 16]

/**
 * The push server of a UnifiedPush distributor, after its documents: RFC 8030 (delivery), RFC 8188 and 8291 (encryption), RFC 8292 (the
 * sender's key), and the server specification of UnifiedPush. It refuses all else. No request leaves the machine.
 */
export class Distributor {
  readonly endpoints = new Map<string, Endpoint>()
  readonly refusals: string[] = []
  requests = 0
  /** The answer in place of the server's own one, such as a failure. */
  instead: (url: string) => Response | undefined = () => undefined

  constructor() {
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) => this.respond(new Request(input, init)))
    onTestFinished(() => spy.mockRestore())
  }

  /** Registers an app, which states the key of its server. Only this server may send to the address. */
  async register(vapidKey: string): Promise<PushRegistration> {
    const name = crypto.getRandomValues(new Uint8Array(20)).toBase64({ alphabet: 'base64url', omitPadding: true })
    const registration = await PushRegistration.new(name)
    this.endpoints.set(registration.endpoint, { vapidKey, isGone: false, delivered: [] })
    return registration
  }

  take = (url: string): Uint8Array<ArrayBuffer>[] => this.endpoints.get(url)?.delivered.splice(0) ?? []

  private async respond(request: Request): Promise<Response> {
    this.requests++
    const instead = this.instead(request.url)
    if (instead) return instead
    try {
      const endpoint = this.endpoints.get(request.url)
      if (endpoint === undefined || endpoint.isGone) return refuse(404, 'No such endpoint')
      if (request.method === 'GET') return Response.json({ unifiedpush: { version: 1 } })
      if (request.method !== 'POST') return refuse(405, 'Not a push')
      checkSender(request, endpoint.vapidKey)
      checkHeaders(request.headers)
      const body = new Uint8Array(await request.arrayBuffer())
      checkBody(body)
      endpoint.delivered.push(body)
      return new Response(null, { status: 201, headers: { location: `${request.url}/m`, ttl: '0' } })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refusals.push(error.message)
      return new Response(error.message, { status: error.status })
    }
  }
}

/** RFC 8292: a token of at most a day for this server, signed with the key to which the address is bound. */
function checkSender({ headers, url }: Request, vapidKey: string): void {
  const authorization = headers.get('authorization')
  if (!authorization?.startsWith('vapid ')) return refuse(401, 'No vapid')
  if (!authorization.endsWith(`k=${vapidKey}`)) return refuse(403, 'Another server')
  const { aud, exp, sub } = claimsIn(authorization)
  const now = Date.now() / 1000
  if (aud !== new URL(url).origin) refuse(403, `The token is for ${aud}`)
  if (typeof exp !== 'number' || exp <= now || exp > now + DAY) refuse(403, 'The token is too old, or too long')
  if (!/^(?:https:|mailto:)/.test(sub)) refuse(403, 'The token does not say who sends')
}

/** RFC 8030, sections 5.2 to 5.4. */
function checkHeaders(headers: Headers): void {
  if (!/^\d+$/.test(headers.get('ttl') ?? '')) refuse(400, 'No TTL')
  if (!/^(?:very-low|low|normal|high)$/.test(headers.get('urgency') ?? 'normal')) refuse(400, 'An unknown urgency')
  if (!/^[\w-]{1,32}$/.test(headers.get('topic') ?? 'none')) refuse(400, 'An invalid topic')
  if (headers.get('content-encoding') !== 'aes128gcm') refuse(415, 'Another encoding')
}

/** RFC 8188 and 8291: a salt, the size of the only record, the key of the sender, and the record. */
function checkBody(body: Uint8Array<ArrayBuffer>): void {
  if (body.length < 1 || body.length > MAX_BODY_BYTES) refuse(413, `${body.length} bytes`)
  if (body.length <= HEADER_BYTES + TAG_BYTES) refuse(400, 'No record')
  const recordSize = new DataView(body.buffer).getUint32(SALT_BYTES)
  if (recordSize < body.length - HEADER_BYTES) refuse(400, 'More than one record')
  if (body[SALT_BYTES + 4] !== KEY_BYTES || body[SALT_BYTES + 5] !== 4) refuse(400, 'No key of the curve P-256')
}

/** What the app decodes of each kind of notification. It ignores those of tests. */
const CLASSES: Partial<Record<string, string>> = { message: 'NotifPayloadNewMessage', remove: 'NotifPayloadRemove' }

/** An app on Android without Google: it has an API key, a device, and the address that its distributor gave it. */
export class DistributedApp {
  private constructor(
    readonly person: Person,
    readonly distributor: Distributor,
    readonly device_id: number,
    readonly registration: PushRegistration,
  ) {}

  static async of(person: Person, distributor: Distributor): Promise<DistributedApp> {
    const { public_key } = succeeded(await person.get('/parley/push_browser'))
    const { device_id } = succeeded(await person.post('/register_client_device'))
    return new DistributedApp(person, distributor, device_id, await distributor.register(public_key))
  }

  get fields() {
    return { device_id: this.device_id, ...this.registration.fields }
  }

  async registers(): Promise<this> {
    succeeded(await this.person.post('/parley/push_app', this.fields))
    return this
  }

  /** Decrypts what the distributor handed over, and decodes it as the app does. Fails where the app would. */
  async receives(): Promise<Json[]> {
    const bodies = this.distributor.take(this.registration.endpoint)
    return Promise.all(
      bodies.map(async (body) => {
        const content = await this.registration.decrypt(body)
        const name = CLASSES[content.type]
        const fault = name === undefined ? undefined : decodePhoneClass(name, content)
        if (fault !== undefined) throw new Error(`The app cannot decode a notification: ${JSON.stringify(fault)}`)
        return content
      }),
    )
  }
}
