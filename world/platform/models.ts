import { copyOf } from './copies.ts'
import { HOME } from '../places.ts'
import type { Host } from './host.ts'
import { cross, type Network } from './network.ts'

/** The models of the platform: https://developers.cloudflare.com/workers-ai/configuration/bindings/ */
export const modelsBindingOf = (network: Network, host: Host, answer: (input: object) => Promise<object>) => ({
  run: (model: string, input: object): Promise<object> => {
    const sent = copyOf(input)
    return cross(network, host, { kind: 'outside', to: HOME, name: model, arrive: () => answer(sent) })
  },
})
