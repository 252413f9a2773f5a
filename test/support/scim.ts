import { browserOf } from './browser'
import { succeeded, type Json, type Person } from './person'
import { freshRealm, type Cast } from './realm'
import { send } from './request'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** A directory that manages the accounts of a realm by SCIM. */
export class Directory {
  constructor(
    readonly realm_url: string,
    readonly token: string,
  ) {}

  async request(method: string, path: string, body?: Json, headers: Record<string, string> = {}): Promise<Response> {
    const all = { authorization: `Bearer ${this.token}`, 'content-type': 'application/scim+json', ...headers }
    const init = { method, headers: all, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    return send(new Request(`${this.realm_url}/scim/v2${path}`, init))
  }

  /** Returns the status and the body of a response. */
  async asks(method: string, path: string, body?: Json): Promise<{ status: number; body: Json }> {
    const response = await this.request(method, path, body)
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  get = (path: string) => this.asks('GET', path)
  post = (path: string, body: Json) => this.asks('POST', path, body)
  put = (path: string, body: Json) => this.asks('PUT', path, body)
  delete = (path: string) => this.asks('DELETE', path)

  patch = (path: string, ...Operations: Json[]) =>
    this.asks('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

  /** Creates a user, and returns the resource. */
  async creates(name: string, more: Json = {}): Promise<Json> {
    const user = { schemas: [USER], userName: `${name}@corp.example`, displayName: name, active: true, ...more }
    const { status, body } = await this.post('/Users', user)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
}

/** Returns a directory with a new token of this owner. */
export async function directoryOf(owner: Person): Promise<Directory> {
  const { token } = succeeded(await (await browserOf(owner)).post('/parley/scim/tokens', { description: 'Corp' }))
  return new Directory(owner.realm_url, token)
}

export async function realmWithDirectory(): Promise<Cast & { directory: Directory }> {
  const cast = await freshRealm()
  return { ...cast, directory: await directoryOf(cast.ada) }
}

/** Returns the error of SCIM as the directory receives it. */
export const scimError = (status: number, detail: string, scimType?: string) => ({
  status,
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  },
})
