import { copyOf } from './copies.ts'
import type { Host } from './host.ts'
import { cross, type Network } from './network.ts'
import { invoke, type DurableObjectOfWorld } from './objects.ts'
import { WorldResponse } from './responses.ts'

/** Returns the binding of a class of objects for one host. */
export function bindingOf(network: Network, host: Host, objectAt: (name: string) => DurableObjectOfWorld) {
  return {
    idFromName: (name: string) => ({
      name,
      toString: () => name,
      equals: (other: { name?: string }) => other.name === name,
    }),
    get: ({ name }: { name: string }) => stubOf(network, host, objectAt(name)),
    getByName: (name: string) => stubOf(network, host, objectAt(name)),
    jurisdiction: () => {
      throw new Error('Jurisdiction restrictions are not implemented in workerd.')
    },
  }
}

function stubOf(network: Network, host: Host, object: DurableObjectOfWorld): object {
  const drop = (result: unknown) => result instanceof WorldResponse && result.webSocket?.lose()
  const send = <Result>(name: string, arrive: () => Promise<Result>) =>
    cross(network, host, { kind: 'object', to: object.place, name: `${object.name}.${name}`, arrive, drop })
  const fetch = async (url: string, init: RequestInit) => {
    const answer = await send('fetch', () => object.call((code) => invoke(code, 'fetch', [new Request(url, init)])))
    if (answer instanceof WorldResponse) answer.webSocket?.moveTo(host)
    return answer
  }
  const call = (method: string, values: unknown[]) => {
    const sent = copyOf(values)
    return send(method, async () => copyOf(await object.call((code) => invoke(code, method, sent))))
  }
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'then' || typeof name !== 'string') return undefined
        return name === 'fetch' ? fetch : (...values: unknown[]) => call(name, values)
      },
    },
  )
}
