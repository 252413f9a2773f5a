import { exports } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import type { Person } from '../person'
import { freshRealm, type Cast } from '../realm'
import { undeclaredIn, type ApiDocument, type Operation } from './document'

/** Sends requests, and collects each response that the document does not declare. */
export class Examination {
  readonly complaints: string[] = []
  /** How often each operation answered with each status, by `METHOD path status`. */
  readonly statusCounts = new Map<string, number>()
  #cast: Cast | undefined

  constructor(readonly document: ApiDocument) {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      throw new Error('A test must not send requests to other hosts')
    })
    onTestFinished(() => spy.mockRestore())
  }

  async cast(): Promise<Cast> {
    if (this.#cast === undefined) {
      this.#cast = await freshRealm()
      await this.#cast.dov.sends(this.#cast.general, 'lunch', 'Pizza?')
    }
    return this.#cast
  }

  /** Returns the start of each address: the server of the document, at the realm of the test. */
  async base(): Promise<string> {
    return (await this.cast()).realm.url + this.document.root.servers[0].url
  }

  async send(operation: Operation, attempt: string, request: Request): Promise<number> {
    const response = await exports.default.fetch(request)
    const { status } = response
    const complaint = await undeclaredIn(this.document, operation, response)
    const { method, path } = operation
    if (complaint) this.complaints.push(`${method} ${path} (${attempt}): ${complaint}`)
    const key = `${method} ${path} ${status}`
    this.statusCounts.set(key, (this.statusCounts.get(key) ?? 0) + 1)
    return status
  }

  /** Creates a new realm for the next requests if a request deactivated this one or changed the owner's API key. */
  async renewIfUnusable() {
    const { result } = (await this.#cast?.ada.get('/users/me')) ?? {}
    if (result !== 'success') this.#cast = undefined
  }
}

const DEPLOYMENT = 'deploymentSecret'

/** Returns the credentials that an operation needs: an API key, or the deployment's secret. */
export function authorizationFor({ declared }: Operation, { email, account }: Person, secret: string): string {
  const isForDeployment = declared.security.some((scheme: object) => DEPLOYMENT in scheme)
  return isForDeployment ? `Bearer ${secret}` : `Basic ${btoa(`${email}:${account.api_key}`)}`
}
