import type { Host } from './host.ts'
import { cross, type Network } from './network.ts'

type Kept = { body: ArrayBuffer; headers: [string, string][] }

/** The caches of each place. They forget at any time. https://developers.cloudflare.com/workers/runtime-apis/cache/ */
export class Caches {
  readonly #kept = new Map<string, Kept>()

  forget(): void {
    this.#kept.clear()
  }

  bindingOf(network: Network, host: Host) {
    const send = <Result>(name: string, arrive: () => Result) =>
      cross(network, host, { kind: 'cache', to: host.place, name: `cache ${name}`, arrive })
    const open = async (cache: string) => {
      const keyOf = (request: string | Request) =>
        `${host.place} ${cache} ${typeof request === 'string' ? request : request.url}`
      return {
        match: (request: string | Request) =>
          send('match', () => {
            const kept = this.#kept.get(keyOf(request))
            return kept && new Response(kept.body.slice(), { headers: kept.headers })
          }),
        put: async (request: string | Request, response: Response) => {
          const kept = { body: await response.arrayBuffer(), headers: [...response.headers] }
          return send('put', () => void this.#kept.set(keyOf(request), kept))
        },
        delete: (request: string | Request) => send('delete', () => this.#kept.delete(keyOf(request))),
      }
    }
    return { open }
  }
}
