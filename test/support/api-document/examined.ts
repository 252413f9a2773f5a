import { exports } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { silenceAllAlarms } from '../faults'
import type { Person } from '../person'
import { freshRealm, type Cast } from '../realm'
import { undeclaredIn, type ApiDocument, type Operation } from './document'

/** Makes requests, and notes each answer that the document does not declare. */
export class Examination {
  readonly wounds: string[] = []
  /** How often each operation gave each status. */
  readonly seen = new Map<string, number>()
  #cast: Cast | undefined

  constructor(readonly document: ApiDocument) {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      throw new Error('Nothing leaves the machine')
    })
    onTestFinished(() => spy.mockRestore())
    silenceAllAlarms()
  }

  async cast(): Promise<Cast> {
    if (this.#cast === undefined) {
      this.#cast = await freshRealm()
      await this.#cast.dov.sends(this.#cast.general, 'lunch', 'Pizza?')
    }
    return this.#cast
  }

  /** The base of each address: the server that the document names, at a realm of the tests. */
  async base(): Promise<string> {
    return (await this.cast()).realm.url + this.document.root.servers[0].url
  }

  async ask(operation: Operation, called: string, request: Request): Promise<number> {
    const response = await exports.default.fetch(request)
    const { status } = response
    const complaint = await undeclaredIn(this.document, operation, response)
    const { method, path } = operation
    if (complaint) this.wounds.push(`${method} ${path} (${called}): ${complaint}`)
    const key = `${method} ${path} ${status}`
    this.seen.set(key, (this.seen.get(key) ?? 0) + 1)
    return status
  }

  /** A realm that was closed, or in which the owner's key is another, is of no use for more. */
  async renew() {
    const { result } = (await this.#cast?.ada.get('/users/me')) ?? {}
    if (result !== 'success') this.#cast = undefined
  }
}

const DEPLOYMENT = 'deploymentSecret'

/** As a client shows who it is to this operation: by a key, or by the deployment's secret. */
export function authorizationFor({ declared }: Operation, { email, account }: Person, secret: string): string {
  const isForDeployment = declared.security.some((each: object) => DEPLOYMENT in each)
  return isForDeployment ? `Bearer ${secret}` : `Basic ${btoa(`${email}:${account.api_key}`)}`
}
